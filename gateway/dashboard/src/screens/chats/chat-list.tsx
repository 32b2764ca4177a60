import { useEffect, useMemo, useRef } from 'preact/hooks';
import { listChats } from '../../api/messages.ts';
import type { Chat } from '../../api/types.ts';
import { usePages } from '../../api/hooks/use-pages.ts';
import { Badge } from '../../components/badges/badge.tsx';
import { ChatRow } from '../../components/conversation/chat-row.tsx';
import { Icon, type IconName } from '../../components/display/icon.tsx';
import { formatPerson } from '../../components/display/person.ts';
import { Checkbox } from '../../components/forms/checkbox.tsx';
import { SearchField } from '../../components/forms/search-field.tsx';
import { PagedView } from '../../components/lists/paged-view.tsx';
import { useShortcuts } from '../../components/shortcuts/use-shortcuts.ts';
import { eventIn, isChatsChange } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { hrefTo, navigate, withQuery } from '../../routing/location.ts';
import { useQueryFlag, useQueryText } from '../../routing/use-query.ts';

const ROW_HEIGHT = 68;
/** The filters of the list in the query of the address; links from chat to chat keep them. */
export const FILTERS = ['search', 'unread', 'archived'];

interface Properties {
	instanceId: string;
	/** The open chat; null: none. */
	chatId: string | null;
	/** Whether chats can be archived. */
	canArchive: boolean;
	/** Counts the changes that were made to chats on this screen; the list is loaded again with each. */
	changes: number;
}

/** The chats of an instance, the one with the latest message first; the archived ones only on request. */
export function ChatList({ instanceId, chatId, canArchive, changes }: Properties) {
	const [search, setSearch] = useQueryText('search');
	const [unreadOnly, setUnreadOnly] = useQueryFlag('unread');
	const [archived, setArchived] = useQueryFlag('archived');
	const subscription = useSubscription([`instance:${instanceId}:events`], (message) => {
		if (eventIn(message) !== null || isChatsChange(message)) refresh();
	});
	const list = usePages<Chat>({
		key: JSON.stringify([instanceId, search, unreadOnly, archived]),
		keyOf: (chat) => chat.chatId,
		async load(cursor, signal) {
			const offset = Number(cursor ?? 0);
			const filter = { instanceId, search, unreadOnly, archived };
			const { data, pagination } = await listChats(filter, offset, signal);
			return { items: data, next: pagination.hasMore ? String(offset + pagination.limit) : null };
		},
		subscription,
	});
	const refresh = useDebounced(list.refresh);
	const frame = useRef<HTMLElement>(null);
	const shown = useMemo(() => (chatId === null ? null : { key: chatId }), [chatId]);
	const step = (by: 1 | -1) => () => {
		const chats = list.items ?? [];
		// The address, because a second press may come before the first one is rendered.
		const [path] = location.hash.split('?');
		const at = chats.findIndex((chat) => hrefTo('chats', instanceId, chat.chatId) === path);
		const next = chats[at === -1 ? 0 : at + by];
		if (next !== undefined) navigate(withQuery(hrefTo('chats', instanceId, next.chatId), FILTERS));
	};
	// Elsewhere the arrow keys scroll.
	const stepInList = (by: 1 | -1) => () => {
		if (frame.current?.contains(document.activeElement) !== true) return false;
		step(by)();
		return true;
	};
	useShortcuts({
		j: step(1),
		k: step(-1),
		ArrowDown: stepInList(1),
		ArrowUp: stepInList(-1),
		'/': () => frame.current?.querySelector('input')?.focus(),
	});
	useEffect(() => {
		if (changes > 0) list.refresh();
	}, [changes]);

	return (
		<section class="chat-list" aria-label="Chats" ref={frame}>
			<div class="chat-filters">
				<SearchField label="Search by name or number" value={search} onChange={setSearch} />
				<div class="chat-filters-line">
					<Checkbox label="Unread only" checked={unreadOnly} onChange={setUnreadOnly} />
					{canArchive && <Checkbox label="Archived" checked={archived} onChange={setArchived} />}
				</div>
			</div>
			<div class="chat-rows">
				<PagedView
					label="List of chats"
					of={list}
					rowHeight={ROW_HEIGHT}
					shown={shown}
					empty={
						<p class="chats-none">
							{search === '' && !unreadOnly && !archived
								? 'No chats yet. One begins with the first message in or out.'
								: 'No chat fits.'}
						</p>
					}
				>
					{(chat) => (
						<InstanceChatRow instanceId={instanceId} chat={chat} isCurrent={chat.chatId === chatId} />
					)}
				</PagedView>
			</div>
		</section>
	);
}

interface RowProperties {
	instanceId: string;
	chat: Chat;
	isCurrent: boolean;
}

function InstanceChatRow({ instanceId, chat, isCurrent }: RowProperties) {
	const { chatId, lastMessage, unreadCount, owner, pinned, mutedUntil, unread } = chat;
	return (
		<ChatRow
			name={nameOf(chat)}
			preview={
				<>
					{lastMessage.isFromMe && <bdi>You:</bdi>} {lastMessage.content}
				</>
			}
			at={lastMessage.timestamp}
			unreadCount={unreadCount}
			marks={
				<>
					{pinned && <Mark icon="pinned">Pinned</Mark>}
					{mutedUntil !== null && <Mark icon="muted">Muted</Mark>}
					{unread && unreadCount === 0 && <Badge tone="note">Unread</Badge>}
				</>
			}
			badge={owner === 'person' && <Badge tone="note">Taken</Badge>}
			target={{ href: withQuery(hrefTo('chats', instanceId, chatId), FILTERS), isCurrent }}
		/>
	);
}

function Mark({ icon, children }: { icon: IconName; children: string }) {
	return (
		<span title={children}>
			<Icon name={icon} />
			<span class="visually-hidden">{children}</span>
		</span>
	);
}

/** Returns the name of a chat; without one, its phone number or its id. */
export function nameOf({ contactName, phone, chatId }: Chat): string {
	if (contactName !== null && contactName.trim() !== '') return contactName;
	return formatPerson(phone, chatId);
}
