import { useState } from 'preact/hooks';
import type { Webhook } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { updateWebhook } from '../../api/webhooks.ts';
import { Button } from '../../components/forms/button.tsx';
import { Checkbox } from '../../components/forms/checkbox.tsx';
import { DeliveryFields } from '../../components/webhook/delivery-fields.tsx';
import { deliveryFormOf, settingsOfForm } from '../../components/webhook/delivery-form.ts';
import { EventSelection } from '../../components/webhook/event-selection.tsx';
import { Form } from '../../components/forms/form.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { SavedNote } from '../../components/forms/saved-note.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { WebhookFacts } from './webhook-facts.tsx';

interface Properties {
	webhook: Webhook;
	onChanged: (webhook: Webhook) => void;
}

export function WebhookSettings({ webhook, onChanged }: Properties) {
	const [url, setUrl] = useState(webhook.url);
	const [name, setName] = useState(webhook.name ?? '');
	const [events, setEvents] = useState(webhook.events);
	const [delivery, setDelivery] = useState(deliveryFormOf(webhook));
	// A paused webhook is on, but receives no events until it is resumed.
	const isOn = webhook.status === 'active' || webhook.pausedAt !== null;
	const [active, setActive] = useState(isOn);
	const [saved, setSaved] = useState(0);
	const { run, busy, error } = useAction(async () => {
		const status = active ? ('active' as const) : ('inactive' as const);
		const changes = {
			url,
			events,
			...settingsOfForm(delivery),
			...(active === isOn ? {} : { status }),
			...(name === '' ? {} : { name }),
		};
		onChanged(await updateWebhook(webhook.id, changes));
		setSaved(saved + 1);
	});
	return (
		<Panel title="Settings">
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy} disabled={events.length === 0}>
							Save the settings
						</Button>
						<SavedNote count={saved} />
					</>
				}
			>
				<TextField label="URL" type="url" maxLength={2048} value={url} onChange={setUrl} />
				<TextField label="Name" optional maxLength={200} value={name} onChange={setName} />
				<EventSelection chosen={events} onChange={setEvents} />
				<DeliveryFields form={delivery} onChange={setDelivery} />
				<Checkbox
					label="Active"
					description="While it is off, it receives no events. Switching it off cancels its pending deliveries."
					checked={active}
					onChange={setActive}
				/>
				<WebhookFacts webhook={webhook} />
			</Form>
		</Panel>
	);
}
