import { Type, type Static } from 'typebox';
import { EVENT_KINDS } from '../../domain/events/event.ts';
import { DELIVERY_STATUSES } from '../../domain/webhooks/webhook.ts';
import { idPattern } from '../../domain/ids.ts';
import {
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

const Shared = {
	id: IdOf('dlv', 'The delivery.'),
	eventId: IdOf('evt', 'The event.'),
	event: OneOf(EVENT_KINDS),
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
	waitsFor: NullableString({ description: 'Of a waiting one: the delivery that is the next of its chat.' }),
	joinedInto: NullableString({ description: 'The delivery that contains its message together with others.' }),
};

export const Delivery = Type.Object({
	...Shared,
	attempts: Type.Integer({ description: 'Attempts started so far.' }),
	...Times,
});
export type Delivery = Static<typeof Delivery>;

const UNREADABLE = 'Of an event of messages, null for a key without messages:read';
const HEADERS = 'Values by name in lower case; a header that occurs several times has a list.';
const Headers = Type.Unsafe<Record<string, string | string[]>>({
	type: 'object',
	description: HEADERS,
	additionalProperties: {
		anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
	},
});

export const Attempt = Type.Object({
	number: Type.Integer({ description: 'Counted from 1, over all retries.' }),
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

export const RecoverBody = Type.Object(
	{
		since: Type.String({
			format: 'date-time',
			description: 'Deliveries created from then on.',
			examples: ['2026-01-31T12:00:00.000Z'],
		}),
		until: Type.Optional(
			Type.String({
				format: 'date-time',
				description: 'Deliveries created before then; absent: until now.',
				examples: ['2026-01-31T18:00:00.000Z'],
			}),
		),
	},
	{ additionalProperties: false },
);

export const Recovered = Type.Object({
	recovered: Type.Integer({ description: 'Number of deliveries that are due again.' }),
});

export const ClaimBody = Type.Object(
	{
		claimant: Type.String({
			minLength: 1,
			maxLength: 200,
			description:
				'Names who handles the event, in words of the receiver: the same on every try, another for another delivery.',
			examples: ['7f0c0a52-6c6b-4c0e-8f4e-3d5a7d0f2f57'],
		}),
	},
	{ additionalProperties: false },
);

export const Claimed = Type.Object({
	claimed: Type.Boolean({
		description: 'Whether this claimant handles the event; false: another one has claimed it.',
	}),
});

export const ChatQueue = Type.Object({
	instanceId: IdOf('inst', 'The instance.'),
	chatId: Type.String({ description: 'The chat.' }),
	waiting: Type.Integer({ description: 'Number of deliveries that wait for an earlier one.' }),
	collecting: Type.Integer({ description: 'Number of messages that are being collected.' }),
	oldestAt: Type.String({ ...Timestamp, description: 'When the oldest of its deliveries was created.' }),
	deliveryId: NullableString({
		description: 'The delivery that is next; null: messages are being collected.',
	}),
	nextAttemptAt: Type.Unsafe<string | null>({
		...NullableTimestamp,
		description:
			'When it is attempted, or when the collected messages are delivered; null: an attempt is under way.',
	}),
});
export type ChatQueue = Static<typeof ChatQueue>;

export const ChatQueuePage = Type.Object({
	queues: Type.Array(ChatQueue),
	pagination: CursorPagination,
});

export const QueuesQuery = Type.Object(
	{
		limit: Limit,
		before: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 400,
				description: 'nextCursor of the page before.',
			}),
		),
	},
	{ additionalProperties: false },
);

export const SkipQueueBody = Type.Object(
	{ instanceId: IdOf('inst', 'The instance.'), chatId: Recipient },
	{ additionalProperties: false },
);

export const Skipped = Type.Object({
	skipped: Type.Integer({ description: 'Number of deliveries that were given up.' }),
});
