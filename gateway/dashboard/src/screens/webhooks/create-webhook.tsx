import { useState } from 'preact/hooks';
import type { Webhook } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { createWebhook } from '../../api/webhooks.ts';
import { Button } from '../../components/forms/button.tsx';
import { DeliveryFields } from '../../components/webhook/delivery-fields.tsx';
import {
	deliveryFormOf,
	NO_DELIVERY_SETTINGS,
	settingsOfForm,
} from '../../components/webhook/delivery-form.ts';
import { EventSelection } from '../../components/webhook/event-selection.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { Form } from '../../components/forms/form.tsx';
import { InstanceSelect } from '../../components/forms/instance-select.tsx';
import { TextField } from '../../components/forms/text-field.tsx';

interface Properties {
	onClose: () => void;
	onCreated: (webhook: Webhook) => void;
}

export function CreateWebhook({ onClose, onCreated }: Properties) {
	const [url, setUrl] = useState('');
	const [name, setName] = useState('');
	const [instanceId, setInstanceId] = useState('');
	const [events, setEvents] = useState<Webhook['events']>(['message.received']);
	const [delivery, setDelivery] = useState(deliveryFormOf(NO_DELIVERY_SETTINGS));
	const { run, busy, error } = useAction(async () => {
		onCreated(
			await createWebhook({
				url,
				events,
				...settingsOfForm(delivery),
				...(name === '' ? {} : { name }),
				...(instanceId === '' ? {} : { instanceId }),
			}),
		);
	});
	return (
		<Dialog title="Create a webhook" wide onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy} disabled={events.length === 0}>
							Create
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<TextField
					label="URL"
					type="url"
					hint="It must be reachable from the gateway over HTTPS and answer with a 2xx status within 5 seconds."
					placeholder="https://example.com/hook"
					maxLength={2048}
					value={url}
					onChange={setUrl}
					first
				/>
				<TextField label="Name" optional maxLength={200} value={name} onChange={setName} />
				<InstanceSelect label="Events of" all="all instances" value={instanceId} onChange={setInstanceId} />
				<EventSelection chosen={events} onChange={setEvents} />
				<DeliveryFields form={delivery} onChange={setDelivery} />
			</Form>
		</Dialog>
	);
}
