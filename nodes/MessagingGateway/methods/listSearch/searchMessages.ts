import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { excerptOf } from '../../excerpt';
import { readCursorPage } from '../../transport/pagination';
import { searchPages } from './searchPages';
import { selectedInstance } from './selectedInstance';

/** The fields of a message that the list shows (specification: Message). */
interface ListedMessage {
	messageId: string;
	direction: 'inbound' | 'outbound';
	type: string;
	content: string;
	chatId: string;
	from?: string | null;
	senderId?: string;
	to?: string | null;
	timestamp: string;
}

/**
 * Lists the messages whose text, phone or ID contains the filter, newest first. Where none of the latest ones does, lists
 * those of the whole history that have its words: n8n shows no further page of an empty list.
 */
export async function searchMessages(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = await messagesPage(this, {}, filter, paginationToken);
	const words = filter?.trim() ?? '';
	if (words === '' || page.results.length > 0 || page.paginationToken === undefined) return page;
	return await messagesWithWords(this, words);
}

/** GET /v1/messages/search (an addition). */
async function messagesWithWords(
	context: ILoadOptionsFunctions,
	words: string,
): Promise<INodeListSearchResult> {
	const query = { instanceId: selectedInstance(context), q: words };
	const request = { method: 'GET', path: '/v1/messages/search', query } as const;
	const { data } = await readCursorPage<ListedMessage>(context, request, undefined);
	return { results: data.map(toListItem) };
}

/** Returns one page of messages as list items: those whose text, phone or ID contains the filter. */
export async function messagesPage(
	context: ILoadOptionsFunctions,
	ownQuery: IDataObject,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const query = { instanceId: selectedInstance(context), ...ownQuery };
	const request = { method: 'GET', path: '/v1/messages', query } as const;
	const toMatch = (message: ListedMessage) => (matches(message, filter) ? toListItem(message) : undefined);
	return await searchPages(context, request, toMatch, paginationToken);
}

function matches({ messageId, content, ...message }: ListedMessage, filter = ''): boolean {
	const needle = filter.trim().toLowerCase();
	return [messageId, content, peerOf(message)].some((text) => text.toLowerCase().includes(needle));
}

function toListItem(message: ListedMessage): INodeListSearchItems {
	const { messageId, direction, type, content, timestamp } = message;
	const peer = `${direction === 'inbound' ? 'from' : 'to'} ${peerOf(message)}`;
	const excerpt = excerptOf(content === '' ? type : content);
	return { name: `${excerpt} (${peer})`, value: messageId, description: timestamp };
}

/** Returns the phone of the sender or recipient, or its ID when it has no phone, e.g. for a group. */
function peerOf({ from, to, senderId, chatId }: Omit<ListedMessage, 'messageId' | 'content'>): string {
	const phone = from ?? to;
	return phone ? `+${phone}` : (senderId ?? chatId);
}
