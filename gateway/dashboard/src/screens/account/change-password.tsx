import { useState } from 'preact/hooks';
import { changePassword } from '../../api/admin.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { SavedNote } from '../../components/forms/saved-note.tsx';
import { TextField } from '../../components/forms/text-field.tsx';

const SHORTEST = 12;
const LONGEST = 256;

export function ChangePassword() {
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
				<input type="text" name="username" autoComplete="username" value="owner" readOnly hidden />
				<TextField
					label="Current password"
					type="password"
					autocomplete="current-password"
					maxLength={LONGEST}
					value={current}
					onChange={setCurrent}
				/>
				<TextField
					label="New password"
					type="password"
					autocomplete="new-password"
					hint={`At least ${SHORTEST} characters. It ends all other sessions.`}
					minLength={SHORTEST}
					maxLength={LONGEST}
					value={next}
					onChange={setNext}
				/>
			</Form>
		</Panel>
	);
}
