import { mayWrite } from '../../api/sign-in/session.ts';
import type { Webhook } from '../../api/types.ts';
import { CopyButton } from '../../components/display/copy-button.tsx';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { hrefTo } from '../../routing/location.ts';

/** The properties of a webhook, for users who may not change it. */
export function WebhookFacts({ webhook }: { webhook: Webhook }) {
	return (
		<DescriptionList>
			<Description name="Webhook id">
				<code>{webhook.id}</code>
				<CopyButton text={webhook.id} what="the webhook id" />
			</Description>
			{!mayWrite() && <Description name="Events">{webhook.events.join(', ')}</Description>}
			<Description name="Events of">
				{webhook.instanceId === null ? (
					'All instances'
				) : (
					<a href={hrefTo('instances', webhook.instanceId)}>One instance</a>
				)}
			</Description>
			<Description name="Created">
				<Timestamp at={webhook.createdAt} />
			</Description>
		</DescriptionList>
	);
}
