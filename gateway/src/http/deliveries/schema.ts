import { Type, type Static } from 'typebox';
import { EVENT_KINDS } from '../../domain/event.ts';
import { DELIVERY_STATUSES } from '../../domain/webhook.ts';
import { idPattern } from '../../domain/ids.ts';
import {
	IdOf,
	Limit,
	Nullable,
	NullableString,
	NullableTimestamp,
	OneOf,
	Timestamp,
} from '../server/fields.ts';
import { CursorPagination } from '../server/responses.ts';

const Shared = {
	id: IdOf('dlv', 'The delivery.'),
	eventId: IdOf('evt', 'The event.'),
	event: OneOf(EVENT_KINDS),
	status: OneOf(DELIVERY_STATUSES, {
		description:
			'pending: waits for an attempt, or is being attempted. cancelled: the webhook became inactive before the delivery succeeded.',
	}),
};
const Times = {
	createdAt: Timestamp,
	nextAttemptAt: NullableTimestamp,
	finishedAt: NullableTimestamp,
	lastStatusCode: Nullable(Type.Integer()),
	lastError: NullableString({ description: 'Why the latest attempt had no response.' }),
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
