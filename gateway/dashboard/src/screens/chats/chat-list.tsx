import { useState } from 'preact/hooks';
import { CHATS_ON_A_PAGE, listChats } from '../../api/messages.ts';
import type { Chat } from '../../api/types.ts';
import { usePages } from '../../api/use-pages.ts';
import { Checkbox } from '../../components/forms/checkbox.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { formatPerson } from '../../components/display/person.ts';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { SearchField } from '../../components/forms/search-field.tsx';
import { WindowedList } from '../../components/lists/windowed-list.tsx';
import { useSubscription } from '../../live/use-subscription.ts';
import { eventIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { hrefTo } from '../../routing/location.ts';

const ROW_HEIGHT = 68;

/** The chats of an instance, the one with the latest message first. */
export function ChatList({ instanceId, chatId }: { instanceId: string; chatId: string | null }) {
	const [search, setSearch] = useState('');
	const [unreadOnly, setUnreadOnly] = useState(false);
	const list = usePages<Chat>({
		key: JSON.stringify([instanceId, search, unreadOnly]),
		keyOf: (chat) => chat.chatId,
		async load(cursor, signal) {
			const offset = Number(cursor ?? 0);
			const { data, pagination } = await listChats({ instanceId, search, unreadOnly, offset }, signal);
			return { items: data, next: pagination.hasMore ? String(offset + CHATS_ON_A_PAGE) : null };
		},
	});
	const refresh = useDebounced(list.refresh);
	useSubscription(`instance:${instanceId}:events`, {
		onMessage: (message) => {
			if (eventIn(message) !== null) refresh();
		},
		onGap: list.refresh,
	});

	return (
		<section class="chat-list" aria-label="Chats">
			<div class="chat-filters">
				<SearchField label="Search by name or number" value={search} onChange={setSearch} />
				<Checkbox words="Unread only" on={unreadOnly} onChange={setUnreadOnly} />
			</div>
			<div class="chat-rows">
				{list.error !== undefined && <ErrorAlert error={list.error} onRetry={list.refresh} />}
				{list.items === undefined && list.error === undefined && <Loading />}
				{list.items?.length === 0 && (
					<p class="chats-none">
						{search === '' && !unreadOnly
							? 'No chats yet. One begins with the first message in or out.'
							: 'No chat fits.'}
					</p>
				)}
				{list.items !== undefined && list.items.length > 0 && (
					<WindowedList
						label="List of chats"
						items={list.items}
						keyOf={(chat) => chat.chatId}
						rowHeight={ROW_HEIGHT}
						onEnd={list.more}
					>
						{(chat) => <Row instanceId={instanceId} chat={chat} current={chat.chatId === chatId} />}
					</WindowedList>
				)}
			</div>
		</section>
	);
}

function Row({ instanceId, chat, current }: { instanceId: string; chat: Chat; current: boolean }) {
	const { lastMessage, unreadCount } = chat;
	return (
		<a
			class="row chat-row"
			href={hrefTo('chats', instanceId, chat.chatId)}
			aria-current={current ? 'true' : undefined}
		>
			<span class="row-main">
				<span class="row-title cut">{nameOf(chat)}</span>
				<span class="row-sub cut">
					{lastMessage.isFromMe && 'You: '}
					{lastMessage.content}
				</span>
			</span>
			<span class="chat-when">
				<Timestamp at={lastMessage.timestamp} />
				{unreadCount > 0 && (
					<span class="unread">
						{unreadCount}
						<span class="visually-hidden"> unread</span>
					</span>
				)}
			</span>
		</a>
	);
}

/** What a chat is called: its name, the number behind it, or its id. */
export function nameOf({ contactName, phone, chatId }: Chat): string {
	if (contactName !== null && contactName !== '') return contactName;
	return formatPerson(phone, chatId);
}
