import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toChatId } from '../../descriptions/locators/chatLocator';
import { isExpression } from '../../expression';
import { excerptOf } from '../../excerpt';
import { searchPages } from './searchPages';
import { selectedInstance } from './selectedInstance';

/** The fields of a note that the list shows (GET /v1/chats/{chatId}/notes, an addition). */
interface ListedNote {
	noteId: string;
	text: string;
	author: { name: string };
	createdAt: string;
}

/**
 * Lists the notes of the selected chat whose text, author or ID contains the filter, newest first.
 */
export async function searchNotes(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const needle = filter.trim().toLowerCase();
	const query = { instanceId: selectedInstance(this) };
	const path = `/v1/chats/${encodeURIComponent(selectedChat(this))}/notes`;
	const toMatch = (note: ListedNote) => {
		const searched = [note.noteId, note.text, note.author.name];
		return searched.some((value) => value.toLowerCase().includes(needle)) ? toListItem(note) : undefined;
	};
	return await searchPages(this, { method: 'GET', path, query }, toMatch, paginationToken);
}

function toListItem({ noteId, text, author, createdAt }: ListedNote): INodeListSearchItems {
	return { name: `${excerptOf(text)} (${author.name})`, value: noteId, description: createdAt };
}

function selectedChat(context: ILoadOptionsFunctions): string {
	const value = context.getCurrentNodeParameter('chatId', { extractValue: true });
	const chat = typeof value === 'string' ? value.trim() : '';
	if (chat !== '' && !isExpression(chat)) return toChatId(chat);
	throw new NodeOperationError(context.getNode(), 'Select a chat first', {
		description:
			'The list shows the notes of the selected chat. If the chat is an expression, enter an ID here.',
	});
}
