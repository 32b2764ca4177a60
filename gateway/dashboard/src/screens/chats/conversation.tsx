import { useMemo, useRef, useState } from 'preact/hooks';
import { getMessage, listMessages, markChatRead, MESSAGES_PAGE } from '../../api/messages.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { usePages } from '../../api/hooks/use-pages.ts';
import { messageText } from '../../components/conversation/message-text.ts';
import { Conversation } from '../../components/conversation/conversation.tsx';
import { formatPersonId } from '../../components/display/person.ts';
import { Icon } from '../../components/display/icon.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import { albumContinuations } from '../../components/message/album-continuations.ts';
import { useShortcuts } from '../../components/shortcuts/use-shortcuts.ts';
import { contactIn, eventIn, isChatsChange, notesIn, subjectOf } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { hrefTo, navigate, withQuery } from '../../routing/location.ts';
import { useSubject } from '../../routing/title.ts';
import { useQueryPart } from '../../routing/use-query.ts';
import { InstanceBubble } from './bubble.tsx';
import { FILTERS, nameOf } from './chat-list.tsx';
import { ChatMenu, isChangeable } from './chat-menu.tsx';
import { ChatNotes, useNotes } from './chat-notes.tsx';
import { ChatOwner } from './chat-owner.tsx';
import { InstanceComposer } from './composer.tsx';
import { getChat } from './get-chat.ts';
import { NoteDialog } from './note-dialog.tsx';
import { offeredKinds, type Capabilities } from './offers.ts';
import { ReplyWindowLine, replyWindowOf } from './reply-window.tsx';
import { ScheduledMessages, useScheduled } from './scheduled-messages.tsx';
import { shownMessage, type ListedMessage } from './shown-history.ts';

const BUBBLE_HEIGHT = 64;
/** Milliseconds. */
const RELOAD_TIMEOUT = 10_000;

interface Properties {
	instanceId: string;
	chatId: string;
	/** The number of the instance; null: not known yet. */
	phone: string | null;
	capabilities: Capabilities;
	/** Whether the instance can send. */
	connected: boolean;
	/** Called after a change that the list of chats shows. */
	onChatChange: () => void;
}

/** One chat of an instance, live. */
export function InstanceConversation(properties: Properties) {
	const { instanceId, chatId, phone, capabilities, connected, onChatChange } = properties;
	const key = `${instanceId} ${chatId}`;
	const subscription = useSubscription([`instance:${instanceId}:events`], (message) => {
		if (notesIn(message)?.chatId === chatId) notes.refresh();
		if (isChatsChange(message)) chat.reload();
		const event = eventIn(message);
		if (event === null) return;
		const subject = subjectOf(event);
		if (subject.chatId === chatId) {
			refresh();
			if (subject.messageId !== undefined) void reloadOlder(subject.messageId);
		}
		const contact = contactIn(event);
		if (contact === null) return;
		if (contact.contactId === chatId) refresh();
		// Two ids turned out to be of one person: the chat goes on under the other id.
		else if (contact.earlierIds.includes(chatId)) navigate(hrefTo('chats', instanceId, contact.contactId));
	});
	const messages = usePages<ListedMessage>({
		key,
		keyOf: ({ messageId }) => messageId,
		async load(cursor, signal) {
			const { data, pagination } = await listMessages({ instanceId, chatId }, cursor, signal);
			return { items: data, next: pagination.nextCursor };
		},
		subscription,
	});
	const { items } = messages;
	// Without a message the gateway has no such chat, and a request for it would fail.
	const isEmpty = items?.length === 0;
	const exists = (items !== undefined || messages.error !== undefined) && !isEmpty;
	const chat = useLoad(exists ? key : null, (signal) => getChat(instanceId, chatId, signal), {
		subscription,
	});
	const emptyKey = useRef<string | null>(null);
	if (isEmpty) emptyKey.current = key;
	// With its first message the composer stays while the chat is loaded.
	const found = chat.data ?? (emptyKey.current === key ? null : undefined);
	const notes = useNotes({ instanceId, chatId }, exists ? subscription : null);
	const refresh = useDebounced(() => {
		messages.refresh();
		chat.reload();
		scheduled.reload();
	});
	/** Reloads a message that is not on the first page, such as one with a new reaction. */
	async function reloadOlder(messageId: string): Promise<void> {
		const index = messages.items?.findIndex((item) => item.messageId === messageId) ?? -1;
		if (index < MESSAGES_PAGE) return;
		const changed = await getMessage(messageId, AbortSignal.timeout(RELOAD_TIMEOUT)).catch(() => null);
		if (changed !== null) messages.replace(changed);
	}
	const scheduled = useScheduled(instanceId, chatId, subscription);
	const [quoted, setQuoted] = useState<{ messageId: string; text: string } | null>(null);
	const [files, setFiles] = useState<readonly File[]>([]);
	const context = useMemo(
		() => ({
			ownId: phone === null ? null : `${phone}@s.whatsapp.net`,
			loaded: new Map(items?.map((item) => [item.messageId, item])),
			continued: albumContinuations(items ?? []),
		}),
		[items, phone],
	);
	const marking = useAction(async () => {
		await markChatRead(instanceId, chatId);
		changed();
	});
	const [showsMenu, setShowsMenu] = useQueryPart('menu');
	const [writesNote, setWritesNote] = useQueryPart('note');
	const changed = () => {
		chat.reload();
		onChatChange();
	};

	const known = found ?? null;
	const title = known === null ? chatId.replace(/@.*/, '') : nameOf(known);
	useSubject(title);
	const isGroup = known?.isGroup === true;
	const window = replyWindowOf(known, capabilities);
	const canWrite = connected && mayWrite() && found !== undefined && window !== 'closed';
	const field = useRef<HTMLTextAreaElement>(null);
	const reply = (item: ListedMessage) => {
		setQuoted({ messageId: item.messageId, text: messageText(item) });
		field.current?.focus();
	};
	const latest = items?.find(
		({ direction, deletedAt }) => direction === 'inbound' && deletedAt === undefined,
	);
	useShortcuts({
		Enter: canWrite ? () => field.current?.focus() : undefined,
		r:
			canWrite && latest !== undefined
				? () => {
						reply(latest);
					}
				: undefined,
		m: known?.unread === true && connected && mayWrite() ? () => void marking.run() : undefined,
		a:
			known !== null && mayWrite()
				? () => {
						setWritesNote(true);
					}
				: undefined,
		Escape: () => {
			navigate(withQuery(hrefTo('chats', instanceId), FILTERS));
		},
	});
	const sent = () => {
		setQuoted(null);
		scheduled.reload();
		messages.refresh();
		chat.reload();
	};
	const canChange = known !== null && mayWrite() && isChangeable(known, capabilities);
	const personName = (id: string): string => (id === chatId && !isGroup ? title : formatPersonId(id));
	return (
		<Conversation
			label={`Chat with ${title}`}
			header={
				<>
					<header class="conversation-header narrow-icons">
						<a class="conversation-back" href={withQuery(hrefTo('chats', instanceId), FILTERS)}>
							<Icon name="back" />
							<span class="visually-hidden">All chats</span>
						</a>
						<div class="conversation-title">
							<h2 class="cut" dir="auto">
								{title}
							</h2>
							<p class="cut soft small">{isGroup ? `Group ${chatId}` : chatId}</p>
						</div>
						{known?.unread === true && connected && mayWrite() && (
							<Button icon="check" busy={marking.busy} onClick={() => void marking.run()}>
								Mark as read
							</Button>
						)}
						{known !== null && mayWrite() && (
							<Button
								kind="quiet"
								icon="note"
								label="Add a note"
								onClick={() => {
									setWritesNote(true);
								}}
							/>
						)}
						{canChange && (
							<Button
								kind="quiet"
								icon="more"
								label="Change this chat"
								expanded={showsMenu}
								onClick={() => {
									setShowsMenu(!showsMenu);
								}}
							/>
						)}
					</header>
					{marking.error !== undefined && <ErrorAlert error={marking.error} />}
					{showsMenu && canChange && (
						<ChatMenu instanceId={instanceId} chat={known} capabilities={capabilities} onChange={changed} />
					)}
				</>
			}
			onFiles={canWrite ? setFiles : undefined}
			messages={messages}
			listLabel="Messages"
			rowHeight={BUBBLE_HEIGHT}
			empty={<p class="chats-none">No messages yet.</p>}
			renderMessage={(item, onShow) => (
				<InstanceBubble
					item={item}
					shown={shownMessage(item, { isGroup, nameOf: personName, ...context })}
					instanceId={instanceId}
					capabilities={capabilities}
					onShow={onShow}
					onReply={
						canWrite
							? () => {
									reply(item);
								}
							: undefined
					}
					onChange={messages.refresh}
				/>
			)}
		>
			<ChatNotes instanceId={instanceId} notes={notes} />
			{writesNote && known !== null && mayWrite() && (
				<NoteDialog
					instanceId={instanceId}
					chatId={known.chatId}
					onClose={() => {
						setWritesNote(false);
					}}
					onAdded={notes.refresh}
				/>
			)}
			<ScheduledMessages scheduled={scheduled} />
			{known !== null && <ChatOwner instanceId={instanceId} chat={known} onChange={chat.reload} />}
			{connected && mayWrite() && found !== undefined && window !== 'unlimited' && (
				<ReplyWindowLine
					instanceId={instanceId}
					to={chatId}
					window={window}
					onEnd={chat.reload}
					onSent={sent}
				/>
			)}
			{canWrite && (
				<InstanceComposer
					instanceId={instanceId}
					to={chatId}
					offered={offeredKinds(capabilities)}
					field={field}
					quoted={quoted}
					onUnquote={() => {
						setQuoted(null);
					}}
					files={files}
					onFiles={setFiles}
					onSent={sent}
				/>
			)}
		</Conversation>
	);
}
