import type { BinaryNode, WASocket } from 'baileys';
import type { Cancel, Clock } from '../../../domain/clock.ts';
import { noAnswer } from '../errors/no-answer.ts';
import { TIMED_OUT } from '../errors/refusal-code.ts';

/** Milliseconds WhatsApp has to answer a query. */
const TIMEOUT = 60_000;
/** The prefix of the event of an answer, which Baileys listens to until its query has ended. */
const ANSWER_PREFIX = 'TAG:';

/**
 * Makes a query of Baileys fail that WhatsApp does not answer in time, by an error answer of our own. Baileys itself
 * returns undefined, which its functions take for an empty answer: a number is not on WhatsApp, the account has no
 * groups, a change was made, and a message is sent to none of the recipient's devices. Baileys must have no timeout of
 * its own (`defaultQueryTimeoutMs`).
 */
export function rejectUnansweredQueries({ ws }: Pick<WASocket, 'ws'>, clock: Clock): void {
	/** The timeouts of the queries in progress, by the event of the answer. */
	const timeouts = new Map<string | symbol, Cancel>();
	ws.on('newListener', (name: string | symbol) => {
		if (typeof name !== 'string' || !name.startsWith(ANSWER_PREFIX)) return;
		const answer: BinaryNode = {
			tag: 'iq',
			attrs: { type: 'error' },
			content: [{ tag: 'error', attrs: { code: String(TIMED_OUT), text: noAnswer(TIMEOUT / 1000) } }],
		};
		timeouts.set(
			name,
			clock.schedule(TIMEOUT, () => ws.emit(name, answer)),
		);
	});
	ws.on('removeListener', (name: string | symbol) => {
		timeouts.get(name)?.();
		timeouts.delete(name);
	});
}
