import { Type } from 'typebox';
import { FAILURE_CODES } from '../../../../domain/messages/message.ts';
import { ChatId, Nullable, NullableString, OneOf } from '../../../../http/server/schemas/fields.ts';
import { FAULT_KINDS, FAULT_TARGETS } from '../../faults/fault.ts';
import { SECONDS_LIMIT } from '../schema.ts';

/** Most of one target that a fault happens to. */
const NEXT_LIMIT = 10_000;

const Kind = OneOf(FAULT_KINDS, {
	description:
		'`refuse`: the network refuses the message for now, and the gateway retries. `silent`: the network accepts the message and sends no receipt. `duplicate`: a message or a receipt arrives twice. `delay`: a message or a receipt arrives after `seconds`. `disconnect`: the connection drops after the message has arrived and before the gateway gets the answer; it is back at once, or after `seconds`. `fail`: the network refuses the message for good, with `error`. `window`: the 24-hour window of the chat is over, so that all but templates fail until the person writes again; for official connections.',
});

export const FaultBody = Type.Object(
	{
		kind: Kind,
		next: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: NEXT_LIMIT,
				default: 1,
				description: 'Number of messages or receipts that it happens to, from the next one on.',
			}),
		),
		on: Type.Optional(
			OneOf(FAULT_TARGETS, {
				description:
					'The target: messages that the instance sends, receipts for them, or messages that arrive. `refuse`: sends. `silent`: sends (the default), receipts. `duplicate`: received (the default), receipts. `delay`, `disconnect`: any, sends by default. `fail`, `window`: sends.',
			}),
		),
		seconds: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: SECONDS_LIMIT,
				description:
					'Seconds of a `delay`, until a `fail` fails, or until a dropped connection is back, in simulated time.',
			}),
		),
		chatId: Type.Optional(ChatId('The only chat that it happens in; absent: it happens in any.')),
		error: Type.Optional(
			Type.Object(
				{ code: OneOf(FAILURE_CODES), message: Type.Optional(Type.String({ maxLength: 500 })) },
				{ additionalProperties: false, description: 'Of a `fail`; by default `network_error`.' },
			),
		),
	},
	{ additionalProperties: false },
);

export const FaultQuery = Type.Object(
	{ chatId: Type.Optional(ChatId('Only the faults that are limited to this chat.')) },
	{ additionalProperties: false },
);

export const PendingFaults = Type.Object({
	faults: Type.Array(
		Type.Object({
			kind: Kind,
			on: OneOf(FAULT_TARGETS),
			left: Type.Integer({
				minimum: 1,
				description: 'Number of messages or receipts that it will still happen to.',
			}),
			seconds: Type.Union([Type.Integer(), Type.Null()]),
			chatId: NullableString({ description: 'The only chat that it happens in; null: any.' }),
			error: Nullable(Type.Object({ code: OneOf(FAILURE_CODES), message: Type.String() }), {
				description: 'Of a `fail`.',
			}),
		}),
		{ description: 'In the order in which they happen.' },
	),
});
