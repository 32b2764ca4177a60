import type { DeliveryDetail } from '../../api/types.ts';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { formatPersonId } from '../../components/display/person.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { hrefTo } from '../../routing/location.ts';

interface Properties {
	webhookId: string;
	/** Null: it has none, or is not known yet. */
	webhookName: string | null;
	delivery: DeliveryDetail;
}

/** The outcome of a delivery, with links to the deliveries that it waits for or is joined with. */
export function Outcome({ webhookId, webhookName, delivery }: Properties) {
	const { instanceId, chatId, contactName, messageId, messageText } = delivery;
	const { status, nextAttemptAt, finishedAt, waitsFor, joinedInto, joined } = delivery;
	const link = (id: string) => (
		<a href={hrefTo('webhooks', webhookId, 'deliveries', id)}>
			<code>{id}</code>
		</a>
	);
	return (
		<Panel title="Delivery">
			<div class="stack-small">
				<Explanation status={status} />
				<DescriptionList>
					<Description name="Webhook">
						<a href={hrefTo('webhooks', webhookId)}>
							<bdi>{webhookName ?? webhookId}</bdi>
						</a>
					</Description>
					{instanceId !== null && chatId !== null && (
						<Description name="Chat">
							<a href={hrefTo('chats', instanceId, chatId)}>
								<bdi>{contactName ?? formatPersonId(chatId)}</bdi>
							</a>
						</Description>
					)}
					{messageId !== null && (
						<Description name="Message">
							<a href={hrefTo('messages', messageId)}>
								{messageText === null || messageText === '' ? (
									<code>{messageId}</code>
								) : (
									<bdi>{messageText}</bdi>
								)}
							</a>
						</Description>
					)}
					<Description name="Made">
						<Timestamp at={delivery.createdAt} seconds />
					</Description>
					{nextAttemptAt !== null && (
						<Description name="Next attempt">
							<RelativeTime at={nextAttemptAt} />
						</Description>
					)}
					{finishedAt !== null && (
						<Description name="Finished">
							<Timestamp at={finishedAt} seconds />
						</Description>
					)}
					{waitsFor !== null && <Description name="Waits for">{link(waitsFor)}</Description>}
					{joinedInto !== null && (
						<Description name="Delivered with others in">{link(joinedInto)}</Description>
					)}
					{joined.length > 0 && (
						<Description name="Contains the messages of">
							<ul>
								{joined.map((id) => (
									<li key={id}>{link(id)}</li>
								))}
							</ul>
						</Description>
					)}
					<Description name="Event id">
						<a href={hrefTo('events', delivery.eventId)}>
							<code>{delivery.eventId}</code>
						</a>
					</Description>
					<Description name="Delivery id">
						<code>{delivery.id}</code>
					</Description>
				</DescriptionList>
			</div>
		</Panel>
	);
}

/** Explains a status; nothing where its name is enough. */
function Explanation({ status }: Pick<DeliveryDetail, 'status'>) {
	switch (status) {
		case 'failed': {
			return (
				<Notice tone="bad">
					Given up. Look at the receiver's answer below, repair the receiver, then deliver it again.
				</Notice>
			);
		}
		case 'cancelled': {
			return (
				<Notice>It was skipped, or the webhook was switched off or deleted before this was delivered.</Notice>
			);
		}
		case 'waiting': {
			return <Notice>An earlier event of the same chat is delivered first.</Notice>;
		}
		case 'collecting': {
			return <Notice>It will be delivered together with the next messages of its chat.</Notice>;
		}
		case 'joined': {
			return <Notice>Its message was delivered together with others of its chat.</Notice>;
		}
		case 'filtered': {
			return <Notice>It does not match the filter of the webhook, so it was not sent.</Notice>;
		}
		case 'pending':
		case 'success': {
			return null;
		}
	}
}
