import { minIdAt, type InstanceId, type MessageId } from '../../domain/ids.ts';
import type { MessageDirection, MessageType } from '../../domain/messages/message.ts';
import { findMatches } from '../../domain/search/match.ts';
import { lookupOf, type SearchQuery } from '../../domain/search/query.ts';
import { snippetOf, type Snippet } from '../../domain/search/snippet.ts';
import { chunkInList, padInList } from '../engine/chunk-in-list.ts';
import type { MessageInChat } from '../messages/history.ts';
import { IS_IN_CHAT } from '../messages/scheduled-messages.ts';
import type { Db } from '../schema.ts';
import { readCoverage } from './coverage.ts';
import { messageIndexOf, type IndexQuery } from './index-engine.ts';
import { chatTerm, directionTerm, instanceTerm, searchedText, typeTerm } from './message-terms.ts';

export interface MessageSearch {
	query: SearchQuery;
	/** Only messages of these instances; null: of all. */
	instanceIds: readonly InstanceId[] | null;
	chatId: string | null;
	direction: MessageDirection | null;
	type: MessageType | null;
	before: MessageId | null;
	after: MessageId | null;
	limit: number;
}

export interface FoundMessage {
	message: MessageInChat;
	snippet: Snippet;
}

export interface SearchResult {
	/** Newest first, at most as many as the limit. */
	found: FoundMessage[];
	/** The next search starts before this id; null: there are no more messages. */
	next: MessageId | null;
	/** The time (epoch milliseconds) from which on all messages were searched; null: the index has all messages. */
	searchedFrom: number | null;
}

/** Most of the newest messages that are read because the index does not have them yet: some seconds of a busy gateway. */
const UNINDEXED_LIMIT = 2000;
/** Messages that the index is asked for at once. */
const BATCH_SIZE = 64;
/** Most batches of one search: of many candidates without a match, the client asks for the next page. */
const BATCH_LIMIT = 16;
/** Above the ids of all messages. */
const END = minIdAt('msg', 2 ** 48);

/** Finds messages by their texts: the newest by reading them, all others by the index. */
export async function searchMessages(db: Db, search: MessageSearch): Promise<SearchResult> {
	if (search.instanceIds?.length === 0) return { found: [], next: null, searchedFrom: null };
	const { from, to } = (await readCoverage(db)) ?? { from: 0, to: 0 };
	const found: FoundMessage[] = [];
	const indexed = minIdAt('msg', to);
	let before = search.before ?? END;
	if (before > indexed) {
		const unindexed = await readUnindexed(db, search, { from: indexed, before });
		found.push(...matching(unindexed.messages, search));
		before = unindexed.next;
	}
	const next = before > indexed ? before : await searchIndex(db, search, { found, from, before });
	const page = found.slice(0, search.limit);
	return {
		found: page,
		next: found.length > search.limit ? (page.at(-1)?.message.id ?? null) : next,
		searchedFrom: from === 0 ? null : from,
	};
}

/** Reads the messages that the index does not have yet; `next` is where the search continues. */
async function readUnindexed(
	db: Db,
	search: MessageSearch,
	{ from, before }: { from: MessageId; before: MessageId },
): Promise<{ messages: MessageInChat[]; next: MessageId }> {
	const messages = await messagesFor(db, search)
		.where('messages.id', '>=', from)
		.where('messages.id', '<', before)
		.orderBy('messages.id', 'desc')
		.limit(UNINDEXED_LIMIT)
		.execute();
	const last = messages.length < UNINDEXED_LIMIT ? undefined : messages.at(-1);
	return { messages, next: last?.id ?? from };
}

/**
 * Adds the messages that the index finds, until there is more than a page. Returns where to continue; null: at the end.
 */
async function searchIndex(
	db: Db,
	search: MessageSearch,
	{ found, from, before }: { found: FoundMessage[]; from: number; before: MessageId },
): Promise<MessageId | null> {
	const first = minIdAt('msg', from);
	const { after } = search;
	const range = { from: after !== null && after > first ? after : first };
	const query = indexQuery(search);
	let next: MessageId | null = before;
	for (let batch = 0; batch < BATCH_LIMIT; batch += 1) {
		if (next === null || next <= range.from || found.length > search.limit) break;
		const candidates = await messageIndexOf(db).find(db, query, { ...range, before: next }, BATCH_SIZE);
		found.push(...matching(await readMessages(db, search, candidates.ids), search));
		next = candidates.next;
	}
	return next !== null && next > range.from ? next : null;
}

function indexQuery({ query, instanceIds, chatId, direction, type }: MessageSearch): IndexQuery {
	const { terms, prefixes } = lookupOf(query);
	return {
		terms: [
			...terms,
			...(chatId === null ? [] : [chatTerm(chatId)]),
			...(direction === null ? [] : [directionTerm(direction)]),
			...(type === null ? [] : [typeTerm(type)]),
		],
		prefixes,
		choices: instanceIds === null ? [] : [instanceIds.map(instanceTerm)],
	};
}

function matching(messages: readonly MessageInChat[], { query }: MessageSearch): FoundMessage[] {
	return messages.flatMap((message) => {
		const text = searchedText(message);
		const matches = text === null ? null : findMatches(text, query);
		return text === null || matches === null ? [] : [{ message, snippet: snippetOf(text, matches) }];
	});
}

/** The messages to which a search is limited, whatever their texts, each with the name of its chat. */
function messagesFor(db: Db, { instanceIds, chatId, direction, type, after }: MessageSearch) {
	let messages = db
		.selectFrom('messages')
		.leftJoin('chats', (join) =>
			join.onRef('chats.instance_id', '=', 'messages.instance_id').onRef('chats.id', '=', 'messages.chat_id'),
		)
		.selectAll('messages')
		.select('chats.contact_name')
		.where(IS_IN_CHAT);
	if (instanceIds !== null) messages = messages.where('messages.instance_id', 'in', padInList(instanceIds));
	if (chatId !== null) messages = messages.where('messages.chat_id', '=', chatId);
	if (direction !== null) messages = messages.where('messages.direction', '=', direction);
	if (type !== null) messages = messages.where('messages.type', '=', type);
	if (after !== null) messages = messages.where('messages.id', '>', after);
	return messages;
}

async function readMessages(
	db: Db,
	search: MessageSearch,
	ids: readonly MessageId[],
): Promise<MessageInChat[]> {
	const messages: MessageInChat[] = [];
	for (const some of chunkInList(ids)) {
		const rows = await messagesFor(db, search).where('messages.id', 'in', some).execute();
		messages.push(...rows);
	}
	return messages.sort((a, b) => (a.id < b.id ? 1 : -1));
}
