import { DAY } from '../../domain/duration.ts';
import { GatewayError } from '../../domain/error.ts';
import { SCHEDULE_LIMIT } from '../../domain/messages/message-details.ts';

/** Milliseconds that a due time may lie in the past: the clocks of clients differ. */
const PAST_TOLERANCE = 5 * 60_000;

/**
 * Returns when to send a message for which a client requested `sendAt` at `now` (epoch milliseconds); null: at once.
 * Throws invalid_parameters.
 */
export function dueTime(sendAt: number | null, now: number): number | null {
	if (sendAt === null) return null;
	// Such as the 61st second of a minute, which a timestamp may have.
	if (Number.isNaN(sendAt)) throw new GatewayError('invalid_parameters', '"sendAt" is not a time.');
	if (sendAt < now - PAST_TOLERANCE) {
		throw new GatewayError('invalid_parameters', '"sendAt" is in the past. Leave it out to send at once.');
	}
	if (sendAt > now + SCHEDULE_LIMIT) {
		const days = SCHEDULE_LIMIT / DAY;
		throw new GatewayError('invalid_parameters', `"sendAt" must be at most ${days} days from now.`);
	}
	return sendAt <= now ? null : sendAt;
}
