import { getChat } from './get-chat.ts';
import { listMessages, markChatRead } from '../../api/messages.ts';
import type { HistoryItem } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import { usePages } from '../../api/use-pages.ts';
import { Button } from '../../components/forms/button.tsx';
import { Icon } from '../../components/display/icon.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { WindowedList } from '../../components/lists/windowed-list.tsx';
import { useSubscription } from '../../live/use-subscription.ts';
import { chatOf, eventIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { hrefTo } from '../../routing/location.ts';
import { Bubble } from './bubble.tsx';
import { nameOf } from './chat-list.tsx';
import { Composer } from './composer.tsx';

const BUBBLE_HEIGHT = 64;

/** One chat: its messages, the latest at the end, and the field to write the next one. */
export function Conversation({ instanceId, chatId }: { instanceId: string; chatId: string }) {
	const chat = useLoad(`${instanceId} ${chatId}`, (signal) => getChat(instanceId, chatId, signal));
	const messages = usePages<HistoryItem>({
		key: `${instanceId} ${chatId}`,
		keyOf: ({ messageId }) => messageId,
		async load(cursor, signal) {
			const { data, pagination } = await listMessages({ instanceId, chatId }, cursor, signal);
			return { items: data, next: pagination.nextCursor };
		},
	});
	const reading = useAction(async () => {
		await markChatRead(instanceId, chatId);
		chat.reload();
	});
	const refresh = useDebounced(() => {
		messages.refresh();
		chat.reload();
	});
	useSubscription(`instance:${instanceId}:events`, {
		onMessage: (message) => {
			const event = eventIn(message);
			if (event !== null && chatOf(event) === chatId) refresh();
		},
		onGap: messages.refresh,
	});

	const known = chat.data ?? null;
	const title = known === null ? chatId.replace(/@.*/, '') : nameOf(known);
	const unread = known?.unreadCount ?? 0;
	const isGroup = known?.isGroup === true;
	return (
		<section class="conversation" aria-label={`Chat with ${title}`}>
			<header class="conversation-header">
				<a class="conversation-back" href={hrefTo('chats', instanceId)}>
					<Icon name="back" />
					<span class="visually-hidden">All chats</span>
				</a>
				<div class="row-main">
					<h2 class="cut">{title}</h2>
					<p class="row-sub cut">{isGroup ? `Group ${chatId}` : chatId}</p>
				</div>
				{unread > 0 && (
					<Button busy={reading.busy} onClick={() => void reading.run()}>
						Mark as read
					</Button>
				)}
			</header>
			<div class="conversation-messages">
				{reading.error !== undefined && <ErrorAlert error={reading.error} />}
				{messages.error !== undefined && <ErrorAlert error={messages.error} onRetry={messages.refresh} />}
				{messages.items === undefined && messages.error === undefined && <Loading />}
				{messages.items?.length === 0 && <p class="chats-none">No messages yet. Write the first one.</p>}
				{messages.items !== undefined && messages.items.length > 0 && (
					<WindowedList
						label="Messages"
						items={messages.items.toReversed()}
						keyOf={({ messageId }) => messageId}
						rowHeight={BUBBLE_HEIGHT}
						fromEnd
						onStart={messages.more}
					>
						{(message) => <Bubble message={message} isGroup={isGroup} />}
					</WindowedList>
				)}
			</div>
			<Composer instanceId={instanceId} to={chatId} onSent={messages.refresh} />
		</section>
	);
}
