import { stanza, type Stanza } from '../../wire/stanza.ts';
import type { Content } from '../../wire/wire.ts';

/** The reason why the server has a message without its content; `true`: it gives none. */
export type UnavailableReason = true | 'view_once' | 'bot' | 'hosted';

/** A message that the server has without its content. */
export interface Placeholder {
	content: Content;
	/** Seconds since 1970. */
	at: number;
	name: string;
	/** Milliseconds until the account's phone resends it on request; null: it does not. */
	phoneAnswers: number | null;
}

/**
 * Returns the milliseconds until the account's phone resends a message on request; null: never. By default it does so
 * at once, but never for a message that can be viewed once or that only the phone shows.
 */
export function answerDelay(absent: UnavailableReason, option: boolean | number | undefined): number | null {
	if (typeof option === 'number') return option;
	return (option ?? absent === true) ? 0 : null;
}

/** The stanza in place of the content of a message. */
export function unavailable(absent: UnavailableReason): Stanza {
	return stanza('unavailable', { type: absent === true ? undefined : `${absent}_unavailable_fanout` });
}
