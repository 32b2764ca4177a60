import { useState } from 'preact/hooks';
import { changePassword } from '../../api/admin.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { NewPasswordField } from '../../components/forms/new-password-field.tsx';
import { HiddenUserName } from '../../components/forms/user-name.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { SavedNote } from '../../components/forms/saved-note.tsx';
import { TextField } from '../../components/forms/text-field.tsx';

const LONGEST = 256;

export function ChangePassword({ userName }: { userName: string }) {
	const [current, setCurrent] = useState('');
	const [next, setNext] = useState('');
	const [changed, setChanged] = useState(0);
	const { run, busy, error } = useAction(async () => {
		await changePassword({ currentPassword: current, newPassword: next });
		setCurrent('');
		setNext('');
		setChanged(changed + 1);
	});
	return (
		<Panel title="Password">
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button type="submit" busy={busy}>
							Change the password
						</Button>
						<SavedNote count={changed} text="Changed. All other sessions have ended." />
					</>
				}
			>
				<HiddenUserName name={userName} />
				<TextField
					label="Current password"
					type="password"
					autocomplete="current-password"
					maxLength={LONGEST}
					value={current}
					onChange={setCurrent}
				/>
				<NewPasswordField value={next} onChange={setNext} effect="The change ends all other sessions." />
			</Form>
		</Panel>
	);
}
