import { Type } from 'typebox';
import { DUE_KINDS } from '../../../../simulated-time/due.ts';
import { Nullable, OneOf, Timestamp } from '../../../../http/server/schemas/fields.ts';

/** Whole numbers with their units, largest first, such as `23h59m`; or what is due next. */
const ADVANCE_PATTERN = '^(next|(?=\\d)(\\d{1,4}d)?(\\d{1,5}h)?(\\d{1,6}m)?(\\d{1,8}s)?)$';

export const AdvanceBody = Type.Object(
	{
		advance: Type.String({
			pattern: ADVANCE_PATTERN,
			description:
				'By how much: days, hours, minutes and seconds, up to 31 days; `next`: to what is due next, if that is within 31 days.',
			examples: ['23h59m'],
		}),
	},
	{ additionalProperties: false },
);

const DueItem = Type.Object({
	kind: OneOf(DUE_KINDS, {
		description:
			'A retry of a delivery, a scheduled message, the expiry of a queued message, the release of a chat by a person, the end of a burst of messages, a message without content, or something that the simulated network does.',
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
	next: Nullable(DueItem, { description: 'What is due next; null: nothing waits for a time.' }),
} as const;

export const SimulatedClockView = Type.Object(CLOCK);

export const AdvancedClockView = Type.Object({
	...CLOCK,
	passed: Type.Array(DueItem, { description: 'What fell due on the way, in order; the first 100.' }),
	passedCount: Type.Integer({ minimum: 0 }),
	remaining: Type.Integer({
		minimum: 0,
		description:
			'Milliseconds that are left, because it took longer than 20 seconds: repeat the request with them, rounded up to seconds.',
	}),
});
