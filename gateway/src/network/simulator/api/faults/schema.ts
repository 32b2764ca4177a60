import { Type } from 'typebox';
import { OneOf } from '../../../../http/server/schemas/fields.ts';
import { FAULT_KINDS, FAULT_TARGETS } from '../../faults/fault.ts';

/** Most of one target that a fault happens to, and most seconds of a delay: a week. */
const NEXT_LIMIT = 10_000;
const SECONDS_LIMIT = 7 * 86_400;

const Kind = OneOf(FAULT_KINDS, {
	description:
		'`refuse`: the network does not take the message now, and the gateway tries again. `silent`: it takes the message, and no receipt ever comes. `duplicate`: a message or a receipt comes twice. `delay`: it takes so many seconds. `disconnect`: the connection drops in the middle: what was sent has arrived, and the gateway does not know.',
});

export const FaultBody = Type.Object(
	{
		kind: Kind,
		next: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: NEXT_LIMIT,
				default: 1,
				description: 'To how many, from the next one on.',
			}),
		),
		on: Type.Optional(
			OneOf(FAULT_TARGETS, {
				description:
					'What it happens to: messages that the instance sends, receipts for them, or messages that arrive. `refuse`: sends. `silent`: sends (the default), receipts. `duplicate`: received (the default), receipts. `delay`, `disconnect`: any, sends by default.',
			}),
		),
		seconds: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: SECONDS_LIMIT,
				description: 'Of a `delay`, in simulated time.',
			}),
		),
	},
	{ additionalProperties: false },
);

export const PendingFaults = Type.Object({
	faults: Type.Array(
		Type.Object({
			kind: Kind,
			on: OneOf(FAULT_TARGETS),
			left: Type.Integer({ minimum: 1, description: 'To how many it is still to happen.' }),
			seconds: Type.Union([Type.Integer(), Type.Null()]),
		}),
		{ description: 'In the order in which they happen.' },
	),
});
