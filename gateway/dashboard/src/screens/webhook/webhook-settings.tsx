import { useState } from 'preact/hooks';
import type { Webhook } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { updateWebhook } from '../../api/webhooks.ts';
import { Button } from '../../components/forms/button.tsx';
import { Checkbox, CheckboxGroup } from '../../components/forms/checkbox.tsx';
import { EVENT_OPTIONS } from '../../components/forms/event-kinds.ts';
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
	const [active, setActive] = useState(webhook.status === 'active');
	const [saved, setSaved] = useState(0);
	const { run, busy, error } = useAction(async () => {
		const status = active ? ('active' as const) : ('inactive' as const);
		onChanged(await updateWebhook(webhook.id, { url, events, status, ...(name === '' ? {} : { name }) }));
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
				<CheckboxGroup
					label="Events"
					hint="Choose at least one."
					options={EVENT_OPTIONS}
					chosen={events}
					onChange={setEvents}
				/>
				<Checkbox
					label="Active"
					description="Switched off, it receives nothing, and what is pending is cancelled."
					checked={active}
					onChange={setActive}
				/>
				<WebhookFacts webhook={webhook} />
			</Form>
		</Panel>
	);
}
