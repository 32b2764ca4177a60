import { request, requestData } from './request.ts';
import type {
	ChangeChat,
	Chat,
	ChatDetail,
	CountedPage,
	CursorPage,
	HistoryItem,
	MessageDetail,
	SendMessage,
	SentMessage,
	Upload,
} from './types.ts';

export interface ChatsFilter {
	instanceId: string;
	search: string;
	unreadOnly: boolean;
	/** Only archived chats, or only the others; absent: all. */
	archived?: boolean;
}

const PAGE_SIZE = 50;
/** Messages on one page of a chat's history. */
export const MESSAGES_PAGE = PAGE_SIZE;

export function listChats(
	{ search, unreadOnly, archived, instanceId }: ChatsFilter,
	offset: number,
	signal: AbortSignal,
) {
	const query = {
		instanceId,
		offset,
		limit: PAGE_SIZE,
		search: search.trim(),
		archived,
		...(unreadOnly ? { unreadOnly } : {}),
	};
	return request<CountedPage<Chat>>('GET', '/v1/chats', { query, signal });
}

/** Returns one chat. Throws chat_not_found where it has no message yet. */
export function findChat(instanceId: string, chatId: string, signal: AbortSignal) {
	const path = `/v1/chats/${encodeURIComponent(chatId)}`;
	return requestData<ChatDetail>('GET', path, { query: { instanceId }, signal });
}

/** Archives, pins or mutes a chat, or marks it as unread, on all devices of the account. */
export function changeChat(instanceId: string, chatId: string, changes: Omit<ChangeChat, 'instanceId'>) {
	const path = `/v1/chats/${encodeURIComponent(chatId)}`;
	return request<unknown>('PATCH', path, { body: { instanceId, ...changes } });
}

/** Takes a chat for a person, or gives it back to the bot. */
export function setChatOwner(instanceId: string, chatId: string, owner: 'bot' | 'person') {
	const path = `/v1/chats/${encodeURIComponent(chatId)}/owner`;
	return request<unknown>('PUT', path, { body: { instanceId, owner } });
}

/** Messages of one chat, newest first. */
export function listMessages(
	chat: { instanceId: string; chatId: string },
	before: string | null,
	signal: AbortSignal,
) {
	const query = { ...chat, limit: PAGE_SIZE, before: before ?? undefined };
	return request<CursorPage<HistoryItem>>('GET', '/v1/messages', { query, signal });
}

/** Messages of one chat that are sent later, the last one first. */
export function listScheduled(chat: { instanceId: string; chatId: string }, signal: AbortSignal) {
	const query = { ...chat, limit: PAGE_SIZE, scheduled: true };
	return request<CursorPage<HistoryItem>>('GET', '/v1/messages', { query, signal });
}

export function getMessage(messageId: string, signal: AbortSignal) {
	return requestData<MessageDetail>('GET', `/v1/messages/${encodeURIComponent(messageId)}`, { signal });
}

/** Path of a message's file. */
export function mediaPathOf(messageId: string): string {
	return `/v1/messages/${encodeURIComponent(messageId)}/media`;
}

/** Sends a message. Requests with the same key send it once, so a request whose response was lost can be repeated. */
export function sendMessage(body: SendMessage, idempotencyKey: string) {
	return request<SentMessage>('POST', '/v1/messages/send', { body, idempotencyKey });
}

export function uploadFile(file: File) {
	const form = new FormData();
	form.set('file', file);
	return requestData<Upload>('POST', '/v1/media', { form });
}

export function markChatRead(instanceId: string, chatId: string) {
	return request<unknown>('POST', `/v1/messages/chats/${encodeURIComponent(chatId)}/read`, {
		body: { instanceId },
	});
}
