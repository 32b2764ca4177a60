/** The subject of an event; null: it has none of this kind. */
export interface EventSubject {
	messageId: string | null;
	chatId: string | null;
}

/** Characters at the start of an event's text in which the ids of its message and its chat are. */
export const SUBJECT_LENGTH = 2000;

/** The envelope before its `data`, and one member of `data` with a value that is neither an object nor a list. */
const ENVELOPE = /^\{"event":"[^"]*","timestamp":"[^"]*","eventId":"[^"]*","data":\{/;
const MEMBER = /"(\w+)":("(?:[^"\\]|\\.)*"|[\w.+-]+),?/y;

/**
 * Reads the message and the chat from the start of an event's text, as serialiseEvent() writes it. The whole text may be
 * a megabyte, of which a list of events would read a hundred.
 */
export function subjectOf(start: string): EventSubject {
	const subject: EventSubject = { messageId: null, chatId: null };
	MEMBER.lastIndex = ENVELOPE.exec(start)?.[0].length ?? start.length;
	for (let member = MEMBER.exec(start); member !== null; member = MEMBER.exec(start)) {
		const [, name, value = ''] = member;
		if ((name === 'messageId' || name === 'chatId') && value.startsWith('"')) {
			subject[name] = JSON.parse(value) as string;
		}
	}
	return subject;
}
