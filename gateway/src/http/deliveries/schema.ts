import { Type, type Static } from 'typebox';
import { EVENT_KINDS } from '../../domain/events/event-kind.ts';
import { DELIVERY_STATUSES } from '../../domain/webhooks/webhook.ts';
import { idPattern } from '../../domain/ids.ts';
import {
	AnyObject,
	IdOf,
	Limit,
	Nullable,
	NullableString,
	NullableTimestamp,
	OneOf,
	Recipient,
	Timestamp,
} from '../server/schemas/fields.ts';
import { CursorPagination } from '../server/schemas/responses.ts';

const UNREADABLE = 'Of an event of messages, null for a key without messages:read';

const Shared = {
	id: IdOf('dlv', 'The delivery.'),
	eventId: IdOf('evt', 'The event.'),
	event: OneOf(EVENT_KINDS),
	test: Type.Boolean({ description: 'Whether it delivers a test event.' }),
	instanceId: NullableString({ description: 'The instance of the event; null: none.' }),
	chatId: NullableString({ description: `The chat of the event; null: it has none. ${UNREADABLE}.` }),
	contactName: NullableString({ description: `The name of the chat, as it is now. ${UNREADABLE}.` }),
	messageId: NullableString({ description: 'The message of the event; null: it has none.' }),
	messageText: NullableString({
		description: `The first 120 characters of the message, as it is now. ${UNREADABLE}.`,
	}),
	status: OneOf(DELIVERY_STATUSES, {
		description:
			"pending: waits for an attempt, or is being attempted. waiting: waits for an earlier event of its chat. collecting: is delivered together with further messages of its chat. joined: its message was delivered with others, by the delivery in joinedInto. filtered: the event does not fit the webhook's filter. cancelled: it was skipped, or the webhook became inactive before it succeeded.",
	}),
};
const Times = {
	createdAt: Timestamp,
	nextAttemptAt: NullableTimestamp,
	finishedAt: NullableTimestamp,
	lastStatusCode: Nullable(Type.Integer()),
	lastError: NullableString({ description: 'Why the latest attempt had no response.' }),
	lastResponseTime: Nullable(
		Type.Integer({
			description: 'Milliseconds until the status line of the latest attempt, or until it failed.',
		}),
	),
	waitsFor: NullableString({ description: 'Of a waiting one: the delivery that is the next of its chat.' }),
	joinedInto: NullableString({ description: 'The delivery that contains its message together with others.' }),
};

export const Delivery = Type.Object({
	...Shared,
	attempts: Type.Integer({ description: 'Attempts started so far.' }),
	...Times,
});
export type Delivery = Static<typeof Delivery>;

const HEADERS = 'Values by name in lower case; a header that occurs several times has a list.';
const Headers = Type.Unsafe<Record<string, string | string[]>>({
	type: 'object',
	description: HEADERS,
	additionalProperties: {
		anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
	},
});

const Exchange = {
	startedAt: Timestamp,
	duration: Type.Integer({
		description: 'Milliseconds until the status line, or until the attempt failed.',
	}),
	request: Type.Object({
		url: NullableString({ description: 'URL of the request.' }),
		headers: Headers,
	}),
	statusCode: Nullable(Type.Integer()),
	response: Nullable(
		Type.Object({
			headers: Headers,
			body: NullableString({
				description: `The first 20,000 bytes. ${UNREADABLE} and "headers" is empty.`,
			}),
		}),
	),
	error: NullableString({ description: 'Why there was no response.' }),
};

export const Attempt = Type.Object({
	number: Type.Integer({ description: 'Counted from 1, over all retries.' }),
	...Exchange,
});
export type Attempt = Static<typeof Attempt>;

export const DeliveryDetail = Type.Object({
	...Shared,
	attempts: Type.Array(Attempt, { description: 'Finished attempts, oldest first.' }),
	...Times,
	joined: Type.Array(Type.String(), {
		description: 'The deliveries of the single messages that it contains, oldest first.',
	}),
	body: NullableString({ description: `The exact text that is signed and sent. ${UNREADABLE}.` }),
});
export type DeliveryDetail = Static<typeof DeliveryDetail>;

export const DeliveryPage = Type.Object({
	deliveries: Type.Array(Delivery),
	pagination: CursorPagination,
});

export const DeliveriesQuery = Type.Object(
	{
		status: Type.Optional(OneOf(DELIVERY_STATUSES)),
		event: Type.Optional(OneOf(EVENT_KINDS)),
		chatId: Type.Optional(Recipient),
		since: Type.Optional(
			Type.String({ format: 'date-time', description: 'Only deliveries created from then on.' }),
		),
		until: Type.Optional(
			Type.String({ format: 'date-time', description: 'Only deliveries created before then.' }),
		),
		limit: Limit,
		before: Type.Optional(
			Type.String({
				pattern: idPattern('dlv'),
				description: 'The id of a delivery: only strictly older ones.',
			}),
		),
	},
	{ additionalProperties: false },
);

const Since = Type.String({
	format: 'date-time',
	description: 'Deliveries created from then on.',
	examples: ['2026-01-31T12:00:00.000Z'],
});
const Until = Type.Optional(
	Type.String({
		format: 'date-time',
		description: 'Deliveries created before then; absent: until now.',
		examples: ['2026-01-31T18:00:00.000Z'],
	}),
);

export const RecoverBody = Type.Object({ since: Since, until: Until }, { additionalProperties: false });

const DeliveryIds = Type.Array(
	Type.String({ pattern: idPattern('dlv'), examples: ['dlv_01k9z5q7v8w9x0y1z2a3b4c5d6'] }),
	{ minItems: 1, maxItems: 100, uniqueItems: true, description: 'The deliveries.' },
);

export const SelectionBody = Type.Object({ deliveryIds: DeliveryIds }, { additionalProperties: false });

export const PreviewBody = Type.Object(
	{ deliveryIds: Type.Optional(DeliveryIds), since: Type.Optional(Since), until: Until },
	{ additionalProperties: false },
);

export const RetryPreview = Type.Object({
	deliveries: Type.Integer({ description: 'Number of deliveries, 10,000 at most.' }),
	more: Type.Boolean({ description: 'Whether there are more than the counted ones.' }),
	finished: Type.Integer({
		description: 'How many of them are finished, so that their retry schedule begins again.',
	}),
	byEvent: Type.Array(Type.Object({ event: OneOf(EVENT_KINDS), deliveries: Type.Integer() }), {
		description: 'Numbers by event, largest first.',
	}),
	oldestAt: NullableTimestamp,
	newestAt: NullableTimestamp,
	chats: Nullable(
		Type.Array(
			Type.Object({
				instanceId: NullableString(),
				chatId: Type.String(),
				contactName: NullableString(),
				deliveries: Type.Integer(),
			}),
		),
		{ description: 'The 20 chats with most of them; null for a key without messages:read.' },
	),
	moreChats: Type.Boolean({
		description: 'Whether there are further chats. Those of the first 500 deliveries are read.',
	}),
});
export type RetryPreview = Static<typeof RetryPreview>;

export const Retried = Type.Object({
	retried: Type.Integer({ description: 'Number of deliveries that are due now.' }),
});

export const TestDeliveryBody = Type.Object(
	{
		payload: AnyObject({
			description: 'The payload to send. The gateway sets eventId and test.',
			examples: [{ event: 'message.received', data: { content: 'Hello' } }],
		}),
	},
	{ additionalProperties: false },
);

export const SentTest = Type.Object({
	eventId: IdOf('evt', 'The event id in the payload; no stored event has it.'),
	body: Type.String({ description: 'The exact text that the gateway signed and sent.' }),
	...Exchange,
});
export type SentTest = Static<typeof SentTest>;

export const Recovered = Type.Object({
	recovered: Type.Integer({ description: 'Number of deliveries that are due again.' }),
});

export const ClaimBody = Type.Object(
	{
		claimant: Type.String({
			minLength: 1,
			maxLength: 200,
			description:
				'Identifies the handler of the event, as the receiver names it: the same on every try, another one for another delivery.',
			examples: ['7f0c0a52-6c6b-4c0e-8f4e-3d5a7d0f2f57'],
		}),
	},
	{ additionalProperties: false },
);

export const Claimed = Type.Object({
	claimed: Type.Boolean({
		description: 'Whether this claimant has the event; false: another one has claimed it.',
	}),
});
