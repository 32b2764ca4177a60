import { useState } from 'preact/hooks';
import type { Webhook } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { changeWebhook } from '../../api/webhooks.ts';
import { Button } from '../../components/button.tsx';
import { Choice, Choices } from '../../components/choices.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { EVENT_CHOICES } from '../../components/event-kinds.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { Form } from '../../components/form.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { SavedNote } from '../../components/saved-note.tsx';
import { TextField } from '../../components/text-field.tsx';
import { linkTo } from '../../routing/location.ts';

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
		onChanged(await changeWebhook(webhook.id, { url, events, status, ...(name === '' ? {} : { name }) }));
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
						<SavedNote times={saved} />
					</>
				}
			>
				<TextField label="URL" type="url" maxLength={2048} value={url} onChange={setUrl} />
				<TextField label="Name" optional maxLength={200} value={name} onChange={setName} />
				<Choices
					label="Events"
					hint="Choose at least one."
					options={EVENT_CHOICES}
					chosen={events}
					onChange={setEvents}
				/>
				<Choice
					words="Active"
					more="Switched off, it receives nothing, and what is pending is cancelled."
					on={active}
					onChange={setActive}
				/>
				<Facts>
					<Fact name="Webhook id">
						<code>{webhook.id}</code>
						<CopyButton text={webhook.id} what="the webhook id" />
					</Fact>
					<Fact name="Events of">
						{webhook.instanceId === null ? (
							'All instances'
						) : (
							<a href={linkTo('instances', webhook.instanceId)}>One instance</a>
						)}
					</Fact>
					<Fact name="Created">
						<Moment at={webhook.createdAt} />
					</Fact>
				</Facts>
			</Form>
		</Panel>
	);
}
