import { useState } from 'preact/hooks';
import { loadSession } from '../../api/sign-in/account.ts';
import type { User } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { updateUser } from '../../api/users.ts';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { SavedNote } from '../../components/forms/saved-note.tsx';
import { RoleField } from '../../components/forms/role-field.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Panel } from '../../components/layout/panel.tsx';

interface Properties {
	user: User;
	isSelf: boolean;
	onChanged: () => void;
}

/** The name and the role of a user. */
export function UserSettings({ user, isSelf, onChanged }: Properties) {
	const [name, setName] = useState(user.name);
	const [role, setRole] = useState(user.role);
	const [saved, setSaved] = useState(0);
	const { run, busy, error } = useAction(async () => {
		await updateUser(user.userId, { name: name.trim(), role });
		setSaved(saved + 1);
		onChanged();
		// What the page shows depends on the own role.
		if (isSelf) await loadSession();
	});
	return (
		<Panel title="Name and role">
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy}>
							Save
						</Button>
						<SavedNote count={saved} />
					</>
				}
			>
				<TextField label="Name" maxLength={64} value={name} onChange={setName} />
				<RoleField value={role} onChange={setRole} />
			</Form>
		</Panel>
	);
}
