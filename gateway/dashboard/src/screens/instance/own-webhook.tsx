import { useState } from 'preact/hooks';
import { changeInstance } from '../../api/instances.ts';
import type { InstanceStatusRecord } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { Choices } from '../../components/choices.tsx';
import { EVENT_CHOICES } from '../../components/event-kinds.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { Form } from '../../components/form.tsx';
import { Panel } from '../../components/panel.tsx';
import { SavedNote } from '../../components/saved-note.tsx';
import { Secret } from '../../components/secret.tsx';
import { TextField } from '../../components/text-field.tsx';
import { linkTo } from '../../routing/location.ts';

interface Properties {
	instance: InstanceStatusRecord;
	onChanged: () => void;
}

/** The URL that receives the events of this instance only. */
export function OwnWebhook({ instance, onChanged }: Properties) {
	const [url, setUrl] = useState(instance.webhookUrl ?? '');
	const [events, setEvents] = useState(instance.webhookEvents);
	const [saved, setSaved] = useState(0);
	const { run, busy, error } = useAction(async () => {
		await changeInstance(instance.id, {
			webhookUrl: url === '' ? null : url,
			...(url === '' ? {} : { webhookEvents: events }),
		});
		setSaved(saved + 1);
		onChanged();
	});
	return (
		<Panel
			title="Webhook of this instance"
			actions={
				instance.webhookId !== null &&
				instance.webhookUrl !== null && <a href={linkTo('webhooks', instance.webhookId)}>Its deliveries</a>
			}
		>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button type="submit" busy={busy}>
							Save the webhook
						</Button>
						<SavedNote times={saved} />
					</>
				}
			>
				<TextField
					label="URL"
					type="url"
					optional
					hint="Where the events of this instance are sent to. Leave it empty to send them nowhere."
					placeholder="https://example.com/hook"
					maxLength={2048}
					value={url}
					onChange={setUrl}
				/>
				{url !== '' && (
					<Choices
						label="Events"
						hint="None chosen means all but instance.notice."
						options={EVENT_CHOICES}
						chosen={events}
						onChange={setEvents}
					/>
				)}
				{instance.webhookUrl !== null && instance.webhookSecret !== null && (
					<Facts>
						<Fact name="Signing secret">
							<Secret value={instance.webhookSecret} what="the signing secret" />
						</Fact>
					</Facts>
				)}
			</Form>
		</Panel>
	);
}
