import type { ChatNote, CursorPage } from './types.ts';
import { request } from './request.ts';

/** Notes on one page of the list. */
const PAGE_SIZE = 50;

interface ChatRef {
	instanceId: string;
	chatId: string;
}

/** The notes of a chat, newest first. */
export function listNotes({ instanceId, chatId }: ChatRef, before: string | null, signal: AbortSignal) {
	const query = { instanceId, limit: PAGE_SIZE, before: before ?? undefined };
	return request<CursorPage<ChatNote>>('GET', pathOf(chatId), { query, signal });
}

export function addNote({ instanceId, chatId }: ChatRef, text: string) {
	return request<unknown>('POST', pathOf(chatId), { body: { instanceId, text } });
}

export function deleteNote({ instanceId, chatId }: ChatRef, noteId: string) {
	const path = `${pathOf(chatId)}/${encodeURIComponent(noteId)}`;
	return request<unknown>('DELETE', path, { query: { instanceId } });
}

function pathOf(chatId: string): string {
	return `/v1/chats/${encodeURIComponent(chatId)}/notes`;
}
