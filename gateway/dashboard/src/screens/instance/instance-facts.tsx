import type { InstanceStatusRecord } from '../../api/types.ts';
import { CopyButton } from '../../components/display/copy-button.tsx';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { hrefTo } from '../../routing/location.ts';

/** The id of an instance and when it was created. */
export function InstanceIds({ instance }: { instance: InstanceStatusRecord }) {
	return (
		<DescriptionList>
			<Description name="Instance id">
				<code>{instance.id}</code>
				<CopyButton text={instance.id} what="the instance id" />
			</Description>
			<Description name="Created">
				<Timestamp at={instance.createdAt} />
			</Description>
		</DescriptionList>
	);
}

/** The settings of an instance, for users who may not change them. */
export function InstanceFacts({ instance }: { instance: InstanceStatusRecord }) {
	const { settings, webhookId, webhookUrl } = instance;
	return (
		<Panel title="Settings">
			<DescriptionList>
				<Description name="Marks incoming messages as read">{settings.autoRead ? 'Yes' : 'No'}</Description>
				<Description name="Shows “typing…” before sending">{settings.autoTyping ? 'Yes' : 'No'}</Description>
				<Description name="Rejects calls">{settings.rejectCalls ? 'Yes' : 'No'}</Description>
				<Description name="A person who writes takes the chat">
					{settings.takeover === null ? 'No' : `Yes, for ${settings.takeover.releaseAfter} of silence`}
				</Description>
				<Description name="Webhook of this instance">
					{webhookId === null || webhookUrl === null ? (
						<span class="faint">None</span>
					) : (
						<a href={hrefTo('webhooks', webhookId)}>{webhookUrl}</a>
					)}
				</Description>
			</DescriptionList>
			<InstanceIds instance={instance} />
		</Panel>
	);
}
