import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { readBackPage } from '../../transport/pagination';
import { chosenInstance } from './chosenInstance';

/** What the list shows of a message (specification: Message). */
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

/** The most characters of a text that the list shows. */
const EXCERPT = 60;
/** Pages that one search looks through: the history may be long, and somebody waits. */
const MAX_PAGES = 5;

/**
 * Fills the list of a message field, the newest first. The gateway's history has no search: a filter is compared
 * here with text, phone and ID, page after page until there is a match.
 */
export async function searchMessages(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const query = { instanceId: chosenInstance(this) };
	const request = { method: 'GET', path: '/v1/messages', query } as const;
	let before = paginationToken;
	for (let page = 1; ; page++) {
		const { data, nextCursor } = await readBackPage<ListedMessage>(this, request, before);
		const results = data.filter((message) => matches(message, filter)).map(toListItem);
		if (results.length > 0 || nextCursor === undefined || page === MAX_PAGES) {
			return { results, paginationToken: nextCursor };
		}
		before = nextCursor;
	}
}

function matches({ messageId, content, ...message }: ListedMessage, filter = ''): boolean {
	const wanted = filter.trim().toLowerCase();
	return [messageId, content, otherSideOf(message)].some((text) => text.toLowerCase().includes(wanted));
}

function toListItem(message: ListedMessage): INodeListSearchItems {
	const { messageId, direction, type, content, timestamp } = message;
	const other = `${direction === 'inbound' ? 'from' : 'to'} ${otherSideOf(message)}`;
	const text = content === '' ? type : content.replace(/\s+/g, ' ');
	const excerpt = text.length > EXCERPT ? `${[...text].slice(0, EXCERPT).join('')}…` : text;
	return { name: `${excerpt} (${other})`, value: messageId, description: timestamp };
}

/** The phone of the other side; its ID where there is no phone, as with a group. */
function otherSideOf({ from, to, senderId, chatId }: Omit<ListedMessage, 'messageId' | 'content'>): string {
	const phone = from ?? to;
	return phone ? `+${phone}` : (senderId ?? chatId);
}
