import { useState } from 'preact/hooks';
import type { EventKind, Webhook } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { createWebhook } from '../../api/webhooks.ts';
import { Button } from '../../components/button.tsx';
import { Choices } from '../../components/choices.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EVENT_CHOICES } from '../../components/event-kinds.ts';
import { Form } from '../../components/form.tsx';
import { InstanceChoice } from '../../components/instance-choice.tsx';
import { TextField } from '../../components/text-field.tsx';

interface Properties {
	onClose: () => void;
	onCreated: (webhook: Webhook) => void;
}

export function CreateWebhook({ onClose, onCreated }: Properties) {
	const [url, setUrl] = useState('');
	const [name, setName] = useState('');
	const [instanceId, setInstanceId] = useState('');
	const [events, setEvents] = useState<EventKind[]>(['message.received']);
	const { run, busy, error } = useAction(async () => {
		onCreated(
			await createWebhook({
				url,
				events,
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
				<InstanceChoice label="Events of" all="all instances" value={instanceId} onChange={setInstanceId} />
				<Choices
					label="Events"
					hint="Choose at least one."
					options={EVENT_CHOICES}
					chosen={events}
					onChange={setEvents}
				/>
			</Form>
		</Dialog>
	);
}
