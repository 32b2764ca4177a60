import type { Clock } from '../../../domain/clock.ts';
import type { MessageId } from '../../../domain/ids.ts';

/** Milliseconds nothing is sent after Meta said that it is too much; doubled each time, up to the longest. */
const FIRST = 1000;
const LONGEST = 60_000;

/** Times a message is sent again before it fails because of Meta's limits. */
export const ATTEMPTS = 8;

/** Meta's limits of one instance: when to send nothing, and how often a message was turned away. */
export interface Throttle {
	/** Resolves when something may be sent; rejects as its pauses do. */
	turn(): Promise<void>;
	/** The whole account sends nothing for a while: as long as Meta asked for, or longer each time. */
	pauseAll(asked: number | null): void;
	/** A message was turned away; gives how often by now. */
	countRejection(messageId: MessageId): number;
	/** A message went out, or never will. */
	settled(messageId: MessageId): void;
}

export function createThrottle(clock: Clock, pause: (duration: number) => Promise<void>): Throttle {
	const attempts = new Map<MessageId, number>();
	let heldUntil = 0;
	let delay = FIRST;

	return {
		async turn() {
			for (let left = heldUntil - clock.now(); left > 0; left = heldUntil - clock.now()) {
				await pause(left);
			}
		},
		pauseAll(asked) {
			const until = clock.now() + Math.max(asked ?? 0, delay);
			if (heldUntil > clock.now()) {
				// What was under way when the account was held says nothing new.
				heldUntil = Math.max(heldUntil, clock.now() + (asked ?? 0));
				return;
			}
			heldUntil = until;
			delay = Math.min(delay * 2, LONGEST);
		},
		countRejection(messageId) {
			const count = (attempts.get(messageId) ?? 0) + 1;
			attempts.set(messageId, count);
			return count;
		},
		settled(messageId) {
			attempts.delete(messageId);
			if (heldUntil <= clock.now()) delay = FIRST;
		},
	};
}
