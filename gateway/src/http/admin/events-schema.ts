import { Type } from 'typebox';
import { EVENT_KINDS } from '../../domain/events/event-kind.ts';
import { idPattern } from '../../domain/ids.ts';
import { MESSAGE_STATUSES } from '../../domain/messages/message.ts';
import { DELIVERY_STATUSES } from '../../domain/webhooks/webhook.ts';
import {
	AnyObject,
	IdOf,
	Limit,
	Nullable,
	NullableString,
	OneOf,
	Timestamp,
} from '../server/schemas/fields.ts';

const Before = (prefix: 'aud' | 'evt') =>
	Type.Optional(
		Type.String({ pattern: idPattern(prefix), description: 'An id of this list: only strictly older ones.' }),
	);

export const AuditEntry = Type.Object({
	auditId: IdOf('aud', 'The entry.'),
	at: Timestamp,
	actor: Type.String({
		description: 'A userId, a keyId, `command line`, `gateway`, or `nobody` for a failed sign-in.',
	}),
	actorName: NullableString({ description: 'Name of the person or the key at that time.' }),
	action: Type.String({ examples: ['key.created'] }),
	target: Type.String({ description: 'Id of the changed object.' }),
	details: Nullable(AnyObject({ description: 'The values that were set; never a secret.' })),
});
export const AuditQuery = Type.Object(
	{ limit: Limit, before: Before('aud') },
	{ additionalProperties: false },
);

export const LoggedEvent = Type.Object({
	eventId: IdOf('evt', 'The event.'),
	kind: OneOf(EVENT_KINDS),
	instanceId: NullableString({
		description: 'The instance; null: none, such as for a webhook of all instances.',
	}),
	at: Timestamp,
	payload: AnyObject({
		description: 'The envelope that webhooks get: event, timestamp, eventId, data.',
	}),
});
export const EventsQuery = Type.Object(
	{
		kind: Type.Optional(OneOf(EVENT_KINDS)),
		instanceId: Type.Optional(
			Type.String({ minLength: 1, maxLength: 64, description: 'Only events of this instance.' }),
		),
		limit: Limit,
		before: Before('evt'),
	},
	{ additionalProperties: false },
);

const EventDelivery = Type.Object({
	deliveryId: IdOf('dlv', 'The delivery.'),
	webhookId: IdOf('wh', 'The host of the webhook.'),
	status: OneOf(DELIVERY_STATUSES),
	attempts: Type.Integer({ description: 'Attempts begun so far.' }),
	lastStatusCode: Nullable(Type.Integer()),
});

/** A step of a message, with its event and the event's deliveries. */
export const TimelineStep = Type.Object({
	at: Timestamp,
	kind: OneOf(['message.queued', ...EVENT_KINDS.filter((kind) => kind.startsWith('message.'))], {
		description: 'The kind of its event; message.queued is not an event.',
	}),
	status: OneOf(MESSAGE_STATUSES),
	detail: Type.Optional(Type.String({ description: 'Why it failed: code and sentence.' })),
	eventId: Nullable(IdOf('evt', 'Its event; null where there is none, or it is no longer kept.')),
	deliveries: Type.Array(EventDelivery),
});
