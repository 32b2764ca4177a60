import { useState } from 'preact/hooks';
import { useAction } from '../api/hooks/use-action.ts';
import { Button } from '../components/forms/button.tsx';
import { Dialog } from '../components/layout/dialog.tsx';
import { Form } from '../components/forms/form.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { putPhone } from './api.ts';
import { choosePhone, freeNumber, phoneChanged } from './phones.ts';

/** Creates another phone. */
export function NewPhone({ onClose }: { onClose: () => void }) {
	const [name, setName] = useState('');
	const [number, setNumber] = useState(freeNumber);
	const { run, busy, error } = useAction(async () => {
		const phone = await putPhone(number, name.trim() === '' ? {} : { name: name.trim() });
		phoneChanged(phone);
		choosePhone(phone.number);
		onClose();
	});
	return (
		<Dialog title="Another phone" onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy}>
							Add phone
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<TextField
					label="Name"
					hint="The name of its owner. Leave it empty for a name from the network."
					optional
					maxLength={100}
					value={name}
					onChange={setName}
					first
				/>
				<TextField
					label="Number"
					hint="International format, digits only. It may not end in 0000 to 0003."
					type="tel"
					pattern="[1-9][0-9]{6,14}"
					value={number}
					onChange={setNumber}
				/>
			</Form>
		</Dialog>
	);
}
