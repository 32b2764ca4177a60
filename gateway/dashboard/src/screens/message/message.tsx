import { getTimeline } from '../../api/admin.ts';
import { getMessage } from '../../api/messages.ts';
import type { MessageDetail } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { Badge, MessageBadge } from '../../components/badge.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { LoadedView } from '../../components/loaded-view.tsx';
import { wordsOf } from '../../components/missing-content.ts';
import { Moment } from '../../components/moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { personOf } from '../../components/person.ts';
import { eventIn } from '../../live/live-messages.ts';
import { useChannel } from '../../live/use-channel.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { linkTo } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';
import { Failure } from './failure.tsx';
import { MessageFile } from './message-file.tsx';
import { Timeline } from './timeline.tsx';

/** One message: what it says, how far it came, and what its events led to. */
export default function MessageScreen({ parameters }: { parameters: Parameters }) {
	const messageId = parameters.messageId ?? '';
	const message = useLoad(messageId, (signal) => getMessage(messageId, signal));
	const timeline = useLoad(messageId, (signal) => getTimeline(messageId, signal));
	const refresh = useDebounced(() => {
		message.reload();
		timeline.reload();
	});
	const instanceId = message.data?.instanceId;
	useChannel(instanceId === undefined ? null : `instance:${instanceId}:events`, {
		onMessage: (live) => {
			const { data } = (eventIn(live)?.payload ?? {}) as { data?: { messageId?: string } };
			if (data?.messageId === messageId) refresh();
		},
		onGap: refresh,
	});
	// A delivery may still change after the last event of its message.
	useChannel('deliveries', {
		onMessage: (live) => {
			if (live.type === 'delivery') refresh();
		},
	});
	return (
		<LoadedView of={message}>
			{(data) => (
				<>
					<PageHeader
						title={data.direction === 'inbound' ? 'Received message' : 'Sent message'}
						back={{ href: linkTo('chats', data.instanceId, data.chatId), label: 'The chat it is in' }}
					>
						{data.direction === 'outbound' ? (
							<MessageBadge status={data.status} />
						) : (
							<Badge tone="good">Received</Badge>
						)}
					</PageHeader>
					<div class="stack">
						{data.error !== undefined && <Failure error={data.error} instanceId={data.instanceId} />}
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

function Content({ message }: { message: MessageDetail }) {
	return (
		<Panel title={message.type === 'text' ? 'Text' : 'Content'}>
			<div class="stack-small">
				<MessageFile message={message} />
				<p class="as-written">{wordsOf(message)}</p>
			</div>
		</Panel>
	);
}

function Origin({ message }: { message: MessageDetail }) {
	const { direction, from, to, senderId, chatId, contactName, metadata, quotedMessageId } = message;
	return (
		<Panel title="About it">
			<Facts>
				{direction === 'inbound' ? (
					<Fact name="From">{personOf(from, senderId ?? chatId)}</Fact>
				) : (
					<Fact name="To">{personOf(to, chatId)}</Fact>
				)}
				{contactName !== null && <Fact name={message.isGroup ? 'Group' : 'Name'}>{contactName}</Fact>}
				<Fact name="Time">
					<Moment at={message.timestamp} seconds />
				</Fact>
				{quotedMessageId !== null && (
					<Fact name="Answer to">
						<a href={linkTo('messages', quotedMessageId)}>another message</a>
					</Fact>
				)}
				<Fact name="Instance">
					<a href={linkTo('instances', message.instanceId)}>
						<code>{message.instanceId}</code>
					</a>
				</Fact>
				<Fact name="Message id">
					<code>{message.messageId}</code>
				</Fact>
				{metadata !== null && (
					<Fact name="Metadata">
						<CodeBlock text={JSON.stringify(metadata)} label="Metadata" />
					</Fact>
				)}
			</Facts>
		</Panel>
	);
}
