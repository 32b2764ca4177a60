import { useState } from 'preact/hooks';
import { connectOfficially } from '../../api/instances.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { TextField } from '../../components/forms/text-field.tsx';

interface Properties {
	instanceId: string;
	onConnected: () => void;
	onBack: () => void;
}

/** Connects by the credentials of a business account, which the operator checks at once. */
export function OfficialForm({ instanceId, onConnected, onBack }: Properties) {
	const [credentials, setCredentials] = useState({ businessId: '', phoneNumberId: '', accessToken: '' });
	const { run, busy, error } = useAction(async () => {
		await connectOfficially(instanceId, credentials);
		onConnected();
	});
	const field = (name: keyof typeof credentials) => ({
		value: credentials[name],
		onChange: (value: string) => {
			setCredentials({ ...credentials, [name]: value.trim() });
		},
	});
	return (
		<Panel title="Connect through the official business API">
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy}>
							Connect
						</Button>
						<Button onClick={onBack}>Back</Button>
					</>
				}
			>
				<TextField
					label="Business account id"
					hint="At the operator: Business settings, Accounts."
					maxLength={128}
					first
					{...field('businessId')}
				/>
				<TextField
					label="Phone number id"
					hint="At the operator: your app, API setup. It is not the phone number itself."
					maxLength={128}
					{...field('phoneNumberId')}
				/>
				<TextField
					label="Access token"
					type="password"
					hint="Of a system user, so that it does not expire. The gateway never shows it again."
					maxLength={2048}
					{...field('accessToken')}
				/>
			</Form>
		</Panel>
	);
}
