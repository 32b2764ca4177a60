import { listMessages, markChatRead } from '../../api/messages.ts';
import { mayWrite } from '../../api/session.ts';
import type { HistoryItem } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import { usePages } from '../../api/use-pages.ts';
import { Conversation } from '../../components/conversation/conversation.tsx';
import { Icon } from '../../components/display/icon.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import { eventIn, subjectOf } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { hrefTo } from '../../routing/location.ts';
import { InstanceBubble } from './bubble.tsx';
import { nameOf } from './chat-list.tsx';
import { InstanceComposer } from './composer.tsx';
import { getChat } from './get-chat.ts';

const BUBBLE_HEIGHT = 64;

/** One chat of an instance, live. */
export function InstanceConversation({ instanceId, chatId }: { instanceId: string; chatId: string }) {
	const key = `${instanceId} ${chatId}`;
	const subscription = useSubscription([`instance:${instanceId}:events`], (message) => {
		const event = eventIn(message);
		if (event !== null && subjectOf(event).chatId === chatId) refresh();
	});
	const chat = useLoad(key, (signal) => getChat(instanceId, chatId, signal), { subscription });
	const messages = usePages<HistoryItem>({
		key,
		keyOf: ({ messageId }) => messageId,
		async load(cursor, signal) {
			const { data, pagination } = await listMessages({ instanceId, chatId }, cursor, signal);
			return { items: data, next: pagination.nextCursor };
		},
		subscription,
	});
	const refresh = useDebounced(() => {
		messages.refresh();
		chat.reload();
	});
	const marking = useAction(async () => {
		await markChatRead(instanceId, chatId);
		chat.reload();
	});

	const known = chat.data ?? null;
	const title = known === null ? chatId.replace(/@.*/, '') : nameOf(known);
	const isGroup = known?.isGroup === true;
	return (
		<Conversation
			label={`Chat with ${title}`}
			header={
				<>
					<header class="conversation-header">
						<a class="conversation-back" href={hrefTo('chats', instanceId)}>
							<Icon name="back" />
							<span class="visually-hidden">All chats</span>
						</a>
						<div class="conversation-title">
							<h2 class="cut">{title}</h2>
							<p class="cut soft small">{isGroup ? `Group ${chatId}` : chatId}</p>
						</div>
						{known !== null && known.unreadCount > 0 && mayWrite() && (
							<Button busy={marking.busy} onClick={() => void marking.run()}>
								Mark as read
							</Button>
						)}
					</header>
					{marking.error !== undefined && <ErrorAlert error={marking.error} />}
				</>
			}
			messages={messages}
			listLabel="Messages"
			rowHeight={BUBBLE_HEIGHT}
			empty={<p class="chats-none">No messages yet.</p>}
			renderMessage={(message) => <InstanceBubble message={message} isGroup={isGroup} />}
		>
			{mayWrite() && <InstanceComposer instanceId={instanceId} to={chatId} onSent={messages.refresh} />}
		</Conversation>
	);
}
