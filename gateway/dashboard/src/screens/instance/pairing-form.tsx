import { useState } from 'preact/hooks';
import { connectByPairingCode } from '../../api/instances.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Panel } from '../../components/layout/panel.tsx';

interface Properties {
	instanceId: string;
	onConnecting: () => void;
	onBack: () => void;
}

/** Asks for the number of the phone that is linked by a code. */
export function PairingForm({ instanceId, onConnecting, onBack }: Properties) {
	const [phone, setPhone] = useState('');
	const { run, busy, error } = useAction(async () => {
		await connectByPairingCode(instanceId, phone.replace(/[^0-9]/g, ''));
		onConnecting();
	});
	return (
		<Panel title="Connect with a code instead of a camera">
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy}>
							Show the code
						</Button>
						<Button onClick={onBack}>Back</Button>
					</>
				}
			>
				<TextField
					label="Phone number"
					type="tel"
					hint="Of the phone to link, with its country code, such as +49 151 12345678."
					maxLength={40}
					first
					value={phone}
					onChange={setPhone}
				/>
			</Form>
		</Panel>
	);
}
