import type { InstanceId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';
import { foldCase } from '../engine/text-search.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';

/** Longest indexed part of a name or number, in characters; a longer search text is compared row by row. */
export const TERM_LENGTH = 32;

/**
 * Returns every suffix of a chat's name and of the user part of its id, which is the phone number where there is one.
 * Every part of a text is a prefix of one of its suffixes, so a search for any part reads one range of an index, on both
 * engines and for any number of chats.
 */
export function termsOf(name: string | null, chatId: string): string[] {
	const terms = new Set<string>();
	const user = foldCase(chatId.slice(0, chatId.indexOf('@')));
	for (const text of name === null ? [user] : [user, foldCase(name)]) {
		// Split by code points, so that surrogate pairs stay whole.
		const characters = Array.from(text);
		for (let start = 0; start < characters.length; start += 1) {
			terms.add(characters.slice(start, start + TERM_LENGTH).join(''));
		}
	}
	return [...terms];
}

/** A chat that is new, or has a new name. */
export interface NamedChat {
	instanceId: InstanceId;
	chatId: string;
	name: string | null;
	/** Whether the chat does not exist yet, and so has no terms. */
	isNew: boolean;
}

const INSERT = insertInto('chat_search_terms', { instance_id: 'text', chat_id: 'text', term: 'text' });

/** Inserts the search terms of chats, in place of their earlier ones. */
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
