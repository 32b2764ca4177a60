import type { Role } from '../../api/types.ts';

export const ROLE_NAMES: Record<Role, string> = { owner: 'Owner', operator: 'Operator', viewer: 'Viewer' };

/** The roles with what each may do, for a form. */
export const ROLE_OPTIONS: readonly (readonly [Role, string])[] = [
	['viewer', 'Viewer: reads everything but keys, secrets and the audit log'],
	['operator', 'Operator: also sends messages and changes instances and webhooks'],
	['owner', 'Owner: everything, with users, keys and the audit log'],
];
