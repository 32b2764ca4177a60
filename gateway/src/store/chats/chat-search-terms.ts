import type { InstanceId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';
import { foldCase } from '../engine/text-search.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';

/** Longest part of a name or number that the index knows, in characters; what follows is compared row by row. */
export const TERM_LENGTH = 32;

/**
 * Every ending of a chat's name and of its id's first part, which is the number of whoever has one. A part of a text is the beginning of one of its endings, so that a
 * search for any part is a look into one range of an index, on either engine, however many chats there are.
 */
export function termsOf(name: string | null, chatId: string): string[] {
	const terms = new Set<string>();
	const user = foldCase(chatId.slice(0, chatId.indexOf('@')));
	for (const text of name === null ? [user] : [user, foldCase(name)]) {
		// By characters, not by halves of them.
		const characters = Array.from(text);
		for (let start = 0; start < characters.length; start += 1) {
			terms.add(characters.slice(start, start + TERM_LENGTH).join(''));
		}
	}
	return [...terms];
}

/** A chat that was just made, or is called something else now. */
export interface NamedChat {
	instanceId: InstanceId;
	chatId: string;
	name: string | null;
	/** It is not there yet, and so has no terms. */
	isNew: boolean;
}

const INSERT = insertInto('chat_search_terms', { instance_id: 'text', chat_id: 'text', term: 'text' });

/** Makes chats findable by their names and numbers, and no longer by those they had. */
export async function upsertChatTerms(db: Db, chats: readonly NamedChat[]): Promise<void> {
	for (const { instanceId, chatId, isNew } of chats) {
		if (isNew) continue;
		await db
			.deleteFrom('chat_search_terms')
			.where('instance_id', '=', instanceId)
			.where('chat_id', '=', chatId)
			.execute();
	}
	const rows = chats.flatMap(({ instanceId, chatId, name }) =>
		termsOf(name, chatId).map((term) => ({ instance_id: instanceId, chat_id: chatId, term })),
	);
	await writeRows(db, INSERT, rows);
}
