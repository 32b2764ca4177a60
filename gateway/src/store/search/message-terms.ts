import type { InstanceId } from '../../domain/ids.ts';
import type { MessageDirection, MessageType } from '../../domain/messages/message.ts';
import { foldText } from '../../domain/search/fold.ts';
import { indexTermsOf, tokensOf } from '../../domain/search/tokens.ts';
import type { MessageRow } from '../schema.ts';

/** The columns of a message that the index depends on. */
export const TERM_COLUMNS = [
	'id',
	'instance_id',
	'chat_id',
	'direction',
	'type',
	'content',
	'caption',
	'filename',
	'deleted_at',
] as const;

export type IndexedMessage = Pick<MessageRow, (typeof TERM_COLUMNS)[number]>;

/** Returns what a search finds a message by: its text and the name of its file; null: it was deleted for everyone. */
export function searchedText(
	row: Pick<MessageRow, 'content' | 'caption' | 'filename' | 'deleted_at'>,
): string | null {
	if (row.deleted_at !== null) return null;
	const parts = [row.content, row.caption, row.filename].filter((part) => part !== null && part !== '');
	return [...new Set(parts)].join('\n');
}

/** Returns the terms under which the index lists a message; none: it does not list it. */
export function messageTerms(row: IndexedMessage): string[] {
	const text = searchedText(row);
	if (text === null) return [];
	const terms = indexTermsOf(tokensOf(foldText(text)));
	if (terms.size === 0) return [];
	return [
		...terms,
		instanceTerm(row.instance_id),
		chatTerm(row.chat_id),
		directionTerm(row.direction),
		typeTerm(row.type),
	];
}

/*
 * The filters of a search are terms too, so that the index finds the rare messages of a small chat as fast as those with
 * a rare word. Each of these terms has an underscore, which no word has.
 */

/** The term of an instance. */
export function instanceTerm(instanceId: InstanceId): string {
	return instanceId;
}

/** Two chats may have the same term: it narrows a search down, and the search checks the chats of the messages. */
export function chatTerm(chatId: string): string {
	return `chat_${chatId.replace(/[^0-9A-Za-z]/g, '_')}`;
}

/** The term of a direction. */
export function directionTerm(direction: MessageDirection): string {
	return `direction_${direction}`;
}

/** The term of a type of messages. */
export function typeTerm(type: MessageType): string {
	return `type_${type}`;
}
