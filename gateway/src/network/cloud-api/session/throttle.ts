import type { Clock } from '../../../domain/clock.ts';
import type { MessageId } from '../../../domain/ids.ts';
import { dropOldest } from '../../../lib/bounded/drop-oldest.ts';

/** Milliseconds for which an account pauses after Meta's rate limit; doubled each time, up to the maximum. */
const MIN_PAUSE = 1000;
const MAX_PAUSE = 60_000;

/** How often Meta may reject a message because of a rate limit or a permission before the message fails. */
export const MAX_REJECTIONS = 8;

/** Most messages whose rejections are counted: this bounds those that are cancelled or expire before the next try. */
const MAX_COUNTED = 10_000;

/** Obeys Meta's rate limits of one instance. */
export interface Throttle {
	/** Resolves when the account may send. Rejects if the session closes before. */
	wait(): Promise<void>;
	/** Pauses the whole account, for at least `retryAfter` milliseconds if Meta sent that. */
	pauseAll(retryAfter: number | null): void;
	/** Counts a rejection of a message, and returns the number of its rejections. */
	countRejection(messageId: MessageId): number;
	/** Resets the count of a message that was sent or has failed. */
	finish(messageId: MessageId): void;
}

export function createThrottle(clock: Clock, sleep: (duration: number) => Promise<void>): Throttle {
	const rejections = new Map<MessageId, number>();
	let pausedUntil = 0;
	let pause = MIN_PAUSE;

	return {
		async wait() {
			// The pause may be extended while this sleeps.
			for (let left = pausedUntil - clock.now(); left > 0; left = pausedUntil - clock.now()) {
				await sleep(left);
			}
		},
		pauseAll(retryAfter) {
			if (pausedUntil > clock.now()) {
				// The rejected request was sent before the pause started, so the pause is not doubled.
				pausedUntil = Math.max(pausedUntil, clock.now() + (retryAfter ?? 0));
				return;
			}
			pausedUntil = clock.now() + Math.max(retryAfter ?? 0, pause);
			pause = Math.min(pause * 2, MAX_PAUSE);
		},
		countRejection(messageId) {
			const count = (rejections.get(messageId) ?? 0) + 1;
			// Inserted again at the end: the message that was rejected longest ago is dropped first.
			rejections.delete(messageId);
			rejections.set(messageId, count);
			dropOldest(rejections, MAX_COUNTED);
			return count;
		},
		finish(messageId) {
			rejections.delete(messageId);
			if (pausedUntil <= clock.now()) pause = MIN_PAUSE;
		},
	};
}
