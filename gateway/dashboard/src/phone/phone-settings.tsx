import { useState } from 'preact/hooks';
import type { ManualPhone } from '../api/types.ts';
import { useAction } from '../api/hooks/use-action.ts';
import { Button } from '../components/forms/button.tsx';
import { Dialog } from '../components/layout/dialog.tsx';
import { Form } from '../components/forms/form.tsx';
import { SelectField } from '../components/forms/select-field.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { putPhone, releasePhone } from './api.ts';
import { phoneChanged, phoneGone } from './phones.ts';

const READING = [
	['automatically', 'At once'],
	['by_hand', 'When I press "Mark as read"'],
] as const;

/** The settings of a phone; also deletes it. */
export function PhoneSettings({ phone, onClose }: { phone: ManualPhone; onClose: () => void }) {
	const [name, setName] = useState(phone.name);
	const [reads, setReads] = useState(phone.reads);
	const saving = useAction(async () => {
		phoneChanged(await putPhone(phone.number, { name: name.trim(), reads }));
		onClose();
	});
	const leaving = useAction(async () => {
		await releasePhone(phone.number);
		phoneGone(phone.number);
		onClose();
	});
	return (
		<Dialog title={`Phone of ${phone.name}`} onClose={onClose}>
			<Form
				error={saving.error ?? leaving.error}
				onSubmit={() => void saving.run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={saving.busy}>
							Save
						</Button>
						<Button onClick={onClose}>Cancel</Button>
						<Button kind="danger" busy={leaving.busy} onClick={() => void leaving.run()}>
							Put this phone away
						</Button>
					</>
				}
			>
				<TextField label="Name" maxLength={100} value={name} onChange={setName} first />
				<SelectField
					label="Reads what it receives"
					hint="A phone that you put away receives and reads automatically. Its messages stay."
					value={reads}
					onChange={setReads}
					options={READING}
				/>
			</Form>
		</Dialog>
	);
}
