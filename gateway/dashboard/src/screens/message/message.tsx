import { useRef } from 'preact/hooks';
import { getTimeline } from '../../api/admin.ts';
import { getMessage } from '../../api/messages.ts';
import type { MessageDetail } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { Badge, MessageBadge } from '../../components/badges/badge.tsx';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { formatPerson } from '../../components/display/person.ts';
import { deliveryIn, eventIn, subjectOf } from '../../live/live-messages.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { hrefTo } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';
import { Content } from './content.tsx';
import { Failure } from './failure.tsx';
import { Timeline } from './timeline.tsx';
import { Waiting } from './waiting.tsx';

/** One message: its content, its status, and the deliveries of its events. */
export default function MessageScreen({ parameters: { messageId = '' } }: { parameters: Parameters }) {
	return <Message key={messageId} messageId={messageId} />;
}

function Message({ messageId }: { messageId: string }) {
	/** Events of this message that were received, but are perhaps not in the timeline yet. */
	const received = useRef(new Set<string>());
	const subscription = useSubscription(['events', 'deliveries'], (live) => {
		const event = eventIn(live);
		if (event !== null && subjectOf(event).messageId === messageId) {
			received.current.add(event.eventId);
			refresh();
		}
		const delivery = deliveryIn(live);
		if (delivery !== null && isOfMessage(delivery.eventId)) refresh();
	});
	const message = useLoad(messageId, (signal) => getMessage(messageId, signal), { subscription });
	const timeline = useLoad(messageId, (signal) => getTimeline(messageId, signal), { subscription });
	const refresh = useDebounced(() => {
		message.reload();
		timeline.reload();
	});
	/** Before the timeline is loaded, any event may be one of this message. */
	function isOfMessage(eventId: string): boolean {
		if (timeline.data === undefined || received.current.has(eventId)) return true;
		return timeline.data.some((step) => step.eventId === eventId);
	}
	return (
		<LoadedView of={message}>
			{(data) => (
				<>
					<PageHeader
						subject={data.messageId}
						title={data.direction === 'inbound' ? 'Received message' : 'Sent message'}
						back={{ href: hrefTo('chats', data.instanceId, data.chatId), label: 'The chat it is in' }}
					>
						{data.direction === 'outbound' ? (
							<MessageBadge status={data.status} />
						) : (
							<Badge tone="good">Received</Badge>
						)}
					</PageHeader>
					<div class="stack">
						{data.error !== undefined && <Failure error={data.error} instanceId={data.instanceId} />}
						{data.direction === 'outbound' && data.status === 'queued' && (
							<Waiting message={data} onCancelled={message.reload} />
						)}
						<Content message={data} />
						<Panel title="What happened">
							<LoadedView of={timeline}>{(steps) => <Timeline steps={steps} />}</LoadedView>
						</Panel>
						<Origin message={data} />
					</div>
				</>
			)}
		</LoadedView>
	);
}

function Origin({ message }: { message: MessageDetail }) {
	const { direction, from, to, senderId, chatId, contactName, metadata, quotedMessageId } = message;
	return (
		<Panel title="About it">
			<DescriptionList>
				{direction === 'inbound' ? (
					<Description name="From">{formatPerson(from, senderId ?? chatId)}</Description>
				) : (
					<Description name="To">{formatPerson(to, chatId)}</Description>
				)}
				{contactName !== null && (
					<Description name={message.isGroup ? 'Group' : 'Name'}>
						<bdi>{contactName}</bdi>
					</Description>
				)}
				<Description name="Time">
					<Timestamp at={message.timestamp} seconds />
				</Description>
				{quotedMessageId !== null && (
					<Description name="Answer to">
						<a href={hrefTo('messages', quotedMessageId)}>another message</a>
					</Description>
				)}
				<Description name="Instance">
					<a href={hrefTo('instances', message.instanceId)}>
						<code>{message.instanceId}</code>
					</a>
				</Description>
				<Description name="Message id">
					<code>{message.messageId}</code>
				</Description>
				{metadata !== null && (
					<Description name="Metadata">
						<CodeBlock text={JSON.stringify(metadata)} label="Metadata" />
					</Description>
				)}
			</DescriptionList>
		</Panel>
	);
}
