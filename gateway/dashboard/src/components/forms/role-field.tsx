import type { Role } from '../../api/types.ts';
import { ROLE_NAMES } from '../display/roles.ts';
import { SelectField } from './select-field.tsx';

const ROLES: readonly Role[] = ['viewer', 'operator', 'owner'];
const WHAT_IT_MAY_DO: Record<Role, string> = {
	viewer: 'Reads everything but users, keys, signing secrets and the audit log.',
	operator: 'Also sends messages, and changes instances and webhooks.',
	owner: 'Everything: also users, keys and the audit log.',
};

/** Selects the role of a user; the hint describes its permissions. */
export function RoleField({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
	return (
		<SelectField
			label="Role"
			hint={WHAT_IT_MAY_DO[value]}
			value={value}
			onChange={onChange}
			options={ROLES.map((role) => [role, ROLE_NAMES[role]] as const)}
		/>
	);
}
