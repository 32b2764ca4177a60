import { useState } from 'preact/hooks';
import { updateInstance } from '../../api/instances.ts';
import type { InstanceStatusRecord } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { CheckboxGroup } from '../../components/forms/checkbox.tsx';
import { EVENT_OPTIONS } from '../../components/webhook/event-kinds.ts';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { Form } from '../../components/forms/form.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { SavedNote } from '../../components/forms/saved-note.tsx';
import { Secret } from '../../components/display/secret.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { hrefTo } from '../../routing/location.ts';

interface Properties {
	instance: InstanceStatusRecord;
	onChanged: () => void;
}

/** The webhook that receives the events of this instance only. */
export function OwnWebhook({ instance, onChanged }: Properties) {
	const [url, setUrl] = useState(instance.webhookUrl ?? '');
	const [events, setEvents] = useState(instance.webhookEvents);
	const [saved, setSaved] = useState(0);
	const { run, busy, error } = useAction(async () => {
		await updateInstance(instance.id, {
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
				instance.webhookUrl !== null && <a href={hrefTo('webhooks', instance.webhookId)}>Its deliveries</a>
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
						<SavedNote count={saved} />
					</>
				}
			>
				<TextField
					label="URL"
					type="url"
					optional
					hint="The receiver of this instance's events. Leave it empty for none."
					placeholder="https://example.com/hook"
					maxLength={2048}
					value={url}
					onChange={setUrl}
				/>
				{url !== '' && (
					<CheckboxGroup
						label="Events"
						hint="None chosen means all but instance.notice."
						options={EVENT_OPTIONS}
						chosen={events}
						onChange={setEvents}
					/>
				)}
				{instance.webhookUrl !== null && (
					<DescriptionList>
						<Description name="Signing secret">
							<Secret value={instance.webhookSecret} what="the signing secret" />
						</Description>
					</DescriptionList>
				)}
			</Form>
		</Panel>
	);
}
