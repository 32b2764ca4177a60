import { Type } from 'typebox';
import { DUE_KINDS } from '../../../../simulated-time/due.ts';
import { Nullable, OneOf, Timestamp } from '../../../../http/server/schemas/fields.ts';

/** Whole numbers with their units, largest first, such as `23h59m`; or `next`. */
const ADVANCE_PATTERN = '^(next|(?=\\d)(\\d{1,4}d)?(\\d{1,5}h)?(\\d{1,6}m)?(\\d{1,8}s)?)$';

export const AdvanceBody = Type.Object(
	{
		advance: Type.String({
			pattern: ADVANCE_PATTERN,
			description:
				'The duration: days, hours, minutes and seconds, up to 31 days; `next`: to the next due work, if that is within 31 days.',
			examples: ['23h59m'],
		}),
	},
	{ additionalProperties: false },
);

const DueItem = Type.Object({
	kind: OneOf(DUE_KINDS, {
		description:
			'A retry of a delivery, a scheduled message, the expiry of a queued message, the release of a chat by a person, the end of a burst of messages, a message without content, or a timer of the simulated network.',
	}),
	at: Timestamp,
});

const CLOCK = {
	now: { ...Timestamp, description: 'The simulated time.' },
	realTime: Timestamp,
	ahead: Type.Integer({
		minimum: 0,
		description: 'Milliseconds by which the simulated time is ahead of the real one.',
	}),
	next: Nullable(DueItem, { description: 'The next due work; null: no work waits for a time.' }),
} as const;

export const SimulatedClockView = Type.Object(CLOCK);

export const AdvancedClockView = Type.Object({
	...CLOCK,
	passed: Type.Array(DueItem, {
		description: 'The work that fell due during the move, in order; the first 100.',
	}),
	passedCount: Type.Integer({ minimum: 0 }),
	remaining: Type.Integer({
		minimum: 0,
		description:
			'Milliseconds that are left to move, because the move took longer than 20 seconds: repeat the request with them, rounded up to seconds.',
	}),
});
