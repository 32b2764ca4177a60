import { request, requestData } from './request.ts';
import type { Chat, CountedPage, CursorPage, HistoryItem, MediaType, MessageDetail } from './types.ts';

export interface OutgoingText {
	instanceId: string;
	to: string;
	message: string;
}

export interface OutgoingFile {
	instanceId: string;
	to: string;
	mediaUrl: string;
	mediaType: MediaType;
	filename?: string;
	caption?: string;
}

export interface Upload {
	mediaUrl: string;
	mediaType: MediaType;
	filename: string | null;
}

export interface ChatsQuery {
	instanceId: string;
	search: string;
	unreadOnly: boolean;
	offset: number;
}

export const CHATS_ON_A_PAGE = 50;
const MESSAGES_ON_A_PAGE = 50;

export function listChats({ search, unreadOnly, ...rest }: ChatsQuery, signal: AbortSignal) {
	const query = {
		...rest,
		limit: CHATS_ON_A_PAGE,
		search: search.trim(),
		...(unreadOnly ? { unreadOnly } : {}),
	};
	return request<CountedPage<Chat>>('GET', '/v1/messages/chats', { query, signal });
}

/** Messages of an instance, of one chat or of all, newest first. */
export function listMessages(
	place: { instanceId: string; chatId?: string },
	before: string | null,
	signal?: AbortSignal,
) {
	return request<CursorPage<HistoryItem>>('GET', '/v1/messages', {
		query: { ...place, limit: MESSAGES_ON_A_PAGE, before: before ?? undefined },
		...(signal === undefined ? {} : { signal }),
	});
}

export function getMessage(messageId: string, signal: AbortSignal) {
	return requestData<MessageDetail>('GET', `/v1/messages/${encodeURIComponent(messageId)}`, { signal });
}

/** Where the file of a message is. */
export function mediaAddress(messageId: string): string {
	return `/v1/messages/${encodeURIComponent(messageId)}/media`;
}

/** Sends a message, once however often it is asked for under this name: an answer may have been lost on its way. */
export function sendMessage(body: OutgoingText | OutgoingFile, name: string) {
	return request<{ messageId: string }>('POST', '/v1/messages/send', { body, name });
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
