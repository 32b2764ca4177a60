import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toChatId } from '../../descriptions/chatLocator';
import { readCursorPage } from '../../transport/pagination';
import { excerptOf } from './excerpt';
import { selectedInstance } from './selectedInstance';

/** The fields of a note that the list shows (GET /v1/chats/{chatId}/notes, an addition). */
interface ListedNote {
	noteId: string;
	text: string;
	author: { name: string };
	createdAt: string;
}

/** Maximum number of pages per search, because a person waits for the result. */
const MAX_PAGES = 5;

/**
 * Lists the notes of the selected chat whose text, author or ID contains the filter, newest first. The gateway has no
 * search for notes, so this reads pages until one has a match.
 */
export async function searchNotes(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const needle = filter.trim().toLowerCase();
	const query = { instanceId: selectedInstance(this) };
	const path = `/v1/chats/${encodeURIComponent(selectedChat(this))}/notes`;
	let before = paginationToken;
	for (let page = 1; ; page++) {
		const request = { method: 'GET', path, query } as const;
		const { data, nextCursor } = await readCursorPage<ListedNote>(this, request, before);
		const found = data.filter(({ noteId, text, author }) =>
			[noteId, text, author.name].some((value) => value.toLowerCase().includes(needle)),
		);
		if (found.length > 0 || nextCursor === undefined || page === MAX_PAGES) {
			return { results: found.map(toListItem), paginationToken: nextCursor };
		}
		before = nextCursor;
	}
}

function toListItem({ noteId, text, author, createdAt }: ListedNote): INodeListSearchItems {
	return { name: `${excerptOf(text)} (${author.name})`, value: noteId, description: createdAt };
}

function selectedChat(context: ILoadOptionsFunctions): string {
	const value = context.getCurrentNodeParameter('chatId', { extractValue: true });
	const chat = typeof value === 'string' ? value.trim() : '';
	if (chat !== '' && !chat.startsWith('=')) return toChatId(chat);
	throw new NodeOperationError(context.getNode(), 'Select a chat first', {
		description:
			'The list shows the notes of the selected chat. If the chat is an expression, enter an ID here.',
	});
}
