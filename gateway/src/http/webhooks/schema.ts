import { Type, type Static } from 'typebox';
import { DELIVERY_LOG_STATUSES, WEBHOOK_STATUSES } from '../../domain/webhook.ts';
import {
	EventKinds,
	EXTENSION,
	IdOf,
	Nullable,
	NullableString,
	NullableTimestamp,
	OneOf,
	Timestamp,
	withErrorCode,
} from '../server/fields.ts';

const Listed = {
	id: IdOf('wh', 'Unique webhook identifier.'),
	name: NullableString(),
	url: Type.String({ description: 'HTTPS address.' }),
	instanceId: NullableString({ description: 'Whose events it receives; null for all instances.' }),
	events: EventKinds(1, 'Event kinds it receives.'),
	status: OneOf(WEBHOOK_STATUSES),
	lastDeliveryAt: NullableTimestamp,
	lastDeliveryStatus: Nullable(OneOf(DELIVERY_LOG_STATUSES)),
};

export const WebhookListItem = Type.Object(Listed);
export type WebhookListItem = Static<typeof WebhookListItem>;

export const Webhook = Type.Object({
	...Listed,
	secret: Type.String({ description: 'Signing secret.' }),
	createdAt: Timestamp,
	previousSecretExpiresAt: Type.Unsafe<string | null>({
		type: ['string', 'null'],
		format: 'date-time',
		description: 'Until when the secret before signs too; null where there is none.',
		...EXTENSION,
	}),
});
export type Webhook = Static<typeof Webhook>;

const Url = Type.String({
	maxLength: 2048,
	description: 'HTTPS address that receives the events.',
	examples: ['https://example.com/hook'],
	...withErrorCode('invalid_webhook_url'),
});
const Events = EventKinds(1, 'Event kinds to receive.');
export const Secret = Type.String({
	minLength: 8,
	maxLength: 256,
	description: 'Signing secret; made when absent.',
});
const Name = Type.String({ minLength: 1, maxLength: 200, description: 'What the webhook is for.' });

export const CreateWebhookBody = Type.Object(
	{
		url: Url,
		events: Events,
		secret: Type.Optional(Secret),
		name: Type.Optional(Type.String({ ...Name, ...EXTENSION })),
		instanceId: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 64,
				description: 'Absent: events of all instances.',
				...EXTENSION,
			}),
		),
	},
	{ additionalProperties: false },
);

export const UpdateWebhookBody = Type.Object(
	{
		url: Type.Optional(Url),
		events: Type.Optional(Events),
		secret: Type.Optional(Secret),
		name: Type.Optional(Name),
		status: Type.Optional(OneOf(WEBHOOK_STATUSES)),
	},
	{ additionalProperties: false },
);

export const ListWebhooksQuery = Type.Object(
	{
		instanceId: Type.Optional(Type.String({ description: 'Only webhooks of this instance.' })),
		status: Type.Optional(OneOf(WEBHOOK_STATUSES)),
	},
	{ additionalProperties: false },
);

/** How deliveries of a webhook went in the last 24 hours (an addition). */
export const WebhookHealth = Type.Object({
	since: Timestamp,
	deliveries: Type.Integer({ description: 'Made since then.' }),
	succeeded: Type.Integer(),
	failed: Type.Integer({ description: 'Given up.' }),
	pending: Type.Integer({ description: 'Waiting for an attempt, or under way.' }),
	successRate: Nullable(
		Type.Number({
			minimum: 0,
			maximum: 1,
			description: 'Of the deliveries that succeeded or failed; null: none did.',
		}),
	),
	responseTimeP95: Nullable(
		Type.Integer({
			description:
				'Milliseconds within which 95 of 100 attempts were answered, of the latest 500 deliveries; null: none was.',
		}),
	),
	oldestPendingAt: NullableTimestamp,
	lastSuccessAt: NullableTimestamp,
	lastFailureAt: NullableTimestamp,
});
export type WebhookHealth = Static<typeof WebhookHealth>;
