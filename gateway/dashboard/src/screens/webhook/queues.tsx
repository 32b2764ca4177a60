import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { ChatQueue, Webhook } from '../../api/types.ts';
import { usePages } from '../../api/hooks/use-pages.ts';
import { listQueues, skipQueue } from '../../api/webhooks.ts';
import { formatCount } from '../../components/display/format.ts';
import { formatPersonId } from '../../components/display/person.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { PagedRows } from '../../components/lists/paged-rows.tsx';
import { Row, RowDetail, RowSide } from '../../components/lists/row.tsx';
import { useDebounced } from '../../live/use-debounced.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { hrefTo } from '../../routing/location.ts';

interface Properties {
	webhook: Webhook;
	/** Called after the deliveries of a chat were skipped. */
	onSkipped: () => void;
}

/** The chats whose events wait at a webhook that is ordered, or collects messages. */
export function Queues({ webhook: { id, ordered }, onSkipped }: Properties) {
	const [skipping, setSkipping] = useState<ChatQueue | null>(null);
	// An event of a chat, or an attempt, may change any of them.
	const subscription = useSubscription(['events', 'deliveries'], () => {
		refresh();
	});
	const list = usePages<ChatQueue>({
		key: `queues ${id}`,
		keyOf: ({ instanceId, chatId }) => `${instanceId} ${chatId}`,
		async load(cursor, signal) {
			const { queues, pagination } = await listQueues(id, cursor, signal);
			return { items: queues, next: pagination.nextCursor };
		},
		subscription,
	});
	const refresh = useDebounced(list.refresh);
	const close = () => {
		setSkipping(null);
	};
	return (
		<Panel title="Chats that wait">
			<PagedRows of={list} empty={<p class="soft">No chat waits.</p>}>
				{(queue) => (
					<QueueRow
						webhookId={id}
						queue={queue}
						onSkip={
							ordered && mayWrite()
								? () => {
										setSkipping(queue);
									}
								: undefined
						}
					/>
				)}
			</PagedRows>
			{skipping !== null && (
				<ConfirmDialog
					title={`Skip the waiting deliveries of the chat ${formatPersonId(skipping.chatId)}?`}
					confirm="Skip"
					act={() => skipQueue(id, skipping)}
					onDone={() => {
						close();
						list.refresh();
						onSkipped();
					}}
					onClose={close}
				>
					This cancels all open deliveries of this chat, and its next event is delivered. You can still
					deliver each of them again.
				</ConfirmDialog>
			)}
		</Panel>
	);
}

interface RowProperties {
	webhookId: string;
	queue: ChatQueue;
	/** Absent: the user may not skip deliveries. */
	onSkip: (() => void) | undefined;
}

function QueueRow({ webhookId, queue, onSkip }: RowProperties) {
	const { instanceId, chatId, waiting, collecting, oldestAt, deliveryId, nextAttemptAt } = queue;
	const name = formatPersonId(chatId);
	const counts = [
		...(waiting > 0 ? [`${formatCount(waiting, 'event')} behind the next one`] : []),
		...(collecting > 0 ? [`${formatCount(collecting, 'message')} being collected`] : []),
	];
	return (
		<Row
			label={name}
			title={<a href={hrefTo('chats', instanceId, chatId)}>{name}</a>}
			side={
				<RowSide>
					{deliveryId !== null && (
						<a href={hrefTo('webhooks', webhookId, 'deliveries', deliveryId)}>The next delivery</a>
					)}
					{onSkip !== undefined && (
						<Button label={`Skip the waiting deliveries of ${name}`} onClick={onSkip}>
							Skip
						</Button>
					)}
				</RowSide>
			}
		>
			<RowDetail>
				{counts.length > 0 && `${counts.join(', ')} · `}
				the oldest from <Timestamp at={oldestAt} seconds />
			</RowDetail>
			<RowDetail>
				{nextAttemptAt === null ? (
					'An attempt is under way.'
				) : (
					<>
						{deliveryId === null ? 'Delivered together ' : 'Next attempt '}
						<RelativeTime at={nextAttemptAt} />
					</>
				)}
			</RowDetail>
		</Row>
	);
}
