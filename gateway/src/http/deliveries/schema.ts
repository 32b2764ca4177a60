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
			'pending: waits for an attempt, or is under way. cancelled: the webhook became inactive before it was delivered.',
	}),
};
const Times = {
	createdAt: Timestamp,
	nextAttemptAt: NullableTimestamp,
	finishedAt: NullableTimestamp,
	lastStatusCode: Nullable(Type.Integer()),
	lastError: NullableString({ description: 'Why the latest attempt had no answer.' }),
};

export const Delivery = Type.Object({
	...Shared,
	attempts: Type.Integer({ description: 'Attempts begun so far.' }),
	...Times,
});
export type Delivery = Static<typeof Delivery>;

const HEADERS = 'By their names in lower case; one that came several times has a list.';
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
		description: 'Milliseconds until the status line, or until it was given up.',
	}),
	request: Type.Object({
		url: NullableString({ description: 'Where it was sent to.' }),
		headers: Headers,
	}),
	statusCode: Nullable(Type.Integer()),
	response: Nullable(
		Type.Object({
			headers: Headers,
			body: Type.String({ description: 'Its first 20,000 bytes.' }),
		}),
	),
	error: NullableString({ description: 'Why there was no answer.' }),
});
export type Attempt = Static<typeof Attempt>;

export const DeliveryDetail = Type.Object({
	...Shared,
	attempts: Type.Array(Attempt, { description: 'Attempts that have ended, oldest first.' }),
	...Times,
	body: Type.String({ description: 'The very text that is signed and sent.' }),
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
			description: 'Deliveries made from then on.',
			examples: ['2026-01-31T12:00:00.000Z'],
		}),
		until: Type.Optional(
			Type.String({
				format: 'date-time',
				description: 'Deliveries made before then; absent: until now.',
				examples: ['2026-01-31T18:00:00.000Z'],
			}),
		),
	},
	{ additionalProperties: false },
);

export const Recovered = Type.Object({
	recovered: Type.Integer({ description: 'Deliveries that are due again.' }),
});
