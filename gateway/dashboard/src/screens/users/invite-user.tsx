import { useState } from 'preact/hooks';
import type { Invitation, Role } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { inviteUser } from '../../api/users.ts';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { RoleField } from '../../components/forms/role-field.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { InviteLink } from './invite-link.tsx';

interface Properties {
	onInvited: () => void;
	onClose: () => void;
}

/** Invites somebody and shows the one-time link once. */
export function InviteUser({ onInvited, onClose }: Properties) {
	const [name, setName] = useState('');
	const [role, setRole] = useState<Role>('viewer');
	const [invitation, setInvitation] = useState<Invitation>();
	const { run, busy, error } = useAction(async () => {
		setInvitation(await inviteUser({ name: name.trim(), role }));
		onInvited();
	});
	if (invitation !== undefined) return <InviteLink invitation={invitation} onClose={onClose} />;
	return (
		<Dialog title="Invite somebody" onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy}>
							Make the link
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<TextField
					label="Name"
					hint="They sign in with it, and the audit log shows it. Behind a proxy that signs people in, the name that the proxy sends."
					maxLength={64}
					value={name}
					onChange={setName}
					first
				/>
				<RoleField value={role} onChange={setRole} />
			</Form>
		</Dialog>
	);
}
