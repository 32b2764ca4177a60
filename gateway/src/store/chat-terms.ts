import type { InstanceId } from '../domain/ids.ts';
import type { Db } from './schema.ts';
import { folded } from './text-search.ts';
import { insertRows } from './write-rows.ts';

/** Longest part of a name or number that the index knows, in characters; what follows is compared row by row. */
export const TERM_LENGTH = 32;

/**
 * Every ending of a chat's name and number. A part of a text is the beginning of one of its endings, so that a
 * search for any part is a look into one range of an index, on either engine, however many chats there are.
 */
export function termsOf(name: string | null, phone: string): string[] {
	const terms = new Set<string>();
	for (const text of name === null ? [phone] : [phone, folded(name)]) {
		// By characters, not by halves of them.
		const characters = Array.from(text);
		for (let start = 0; start < characters.length; start += 1) {
			terms.add(characters.slice(start, start + TERM_LENGTH).join(''));
		}
	}
	return [...terms];
}

/** Makes a chat findable by its name and number, and no longer by those it had. */
export async function putChatTerms(
	db: Db,
	chat: { instanceId: InstanceId; chatId: string; name: string | null; phone: string },
): Promise<void> {
	const { instanceId, chatId } = chat;
	await db
		.deleteFrom('chat_terms')
		.where('instance_id', '=', instanceId)
		.where('chat_id', '=', chatId)
		.execute();
	const rows = termsOf(chat.name, chat.phone).map((term) => ({
		instance_id: instanceId,
		chat_id: chatId,
		term,
	}));
	await insertRows(db, 'chat_terms', rows);
}
