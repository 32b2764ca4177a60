import { Type, type Static } from 'typebox';
import { DELIVERY_LOG_STATUSES, WEBHOOK_STATUSES } from '../../domain/webhooks/webhook.ts';
import {
	EventKinds,
	EXTENSION,
	IdOf,
	Nullable,
	NullableString,
	NOT_BLANK,
	NullableTimestamp,
	OneOf,
	Timestamp,
	withErrorCode,
} from '../server/schemas/fields.ts';
import { statisticsOf } from '../server/schemas/statistics.ts';
import { WEBHOOK_SETTINGS } from './settings-schema.ts';

function ExtensionTime(description: string) {
	return Type.Unsafe<string | null>({ ...NullableTimestamp, description, ...EXTENSION });
}

const Listed = {
	id: IdOf('wh', 'Unique webhook identifier.'),
	name: NullableString(),
	url: Type.String({ description: 'HTTPS address.' }),
	instanceId: NullableString({ description: 'The instance whose events it receives; null: all instances.' }),
	events: EventKinds('Event kinds it receives; * is all, those of later versions too.'),
	status: OneOf(WEBHOOK_STATUSES),
	lastDeliveryAt: NullableTimestamp,
	lastDeliveryStatus: Nullable(OneOf(DELIVERY_LOG_STATUSES)),
	...WEBHOOK_SETTINGS,
	failingSince: ExtensionTime(
		'When the failures of the last webhook.failing began; null: it is not failing.',
	),
	pausedAt: ExtensionTime(
		'When the gateway paused it, because all deliveries failed for three days: the gateway keeps its events and does not deliver them; null: it is not paused.',
	),
	pauseReason: NullableString({ description: 'Why it is paused, and how to resume it.', ...EXTENSION }),
};

export const WebhookListItem = Type.Object(Listed);
export type WebhookListItem = Static<typeof WebhookListItem>;

export const Webhook = Type.Object({
	...Listed,
	secret: NullableString({ description: 'Signing secret. Null for a key without webhooks:write.' }),
	createdAt: Timestamp,
	previousSecretExpiresAt: ExtensionTime(
		'When the previous secret expires, which signs too until then; null: there is none.',
	),
});
export type Webhook = Static<typeof Webhook>;

const Url = Type.String({
	maxLength: 2048,
	description: 'HTTPS address that receives the events.',
	examples: ['https://example.com/hook'],
	...withErrorCode('invalid_webhook_url'),
});
const Events = EventKinds(
	'Event kinds to receive; none: those of the specification; *: all, those of later versions too.',
);
export const Secret = Type.String({
	minLength: 8,
	maxLength: 256,
	description: 'Signing secret; absent: the gateway generates one.',
});
const Name = Type.String({
	minLength: 1,
	maxLength: 200,
	pattern: NOT_BLANK,
	description: 'Purpose of the webhook.',
});

const SETTINGS_TO_GIVE = {
	ordered: Type.Optional(WEBHOOK_SETTINGS.ordered),
	collect: Type.Optional(WEBHOOK_SETTINGS.collect),
	filter: Type.Optional(WEBHOOK_SETTINGS.filter),
	ratePerSecond: Type.Optional(WEBHOOK_SETTINGS.ratePerSecond),
};

export const CreateWebhookBody = Type.Object(
	{
		url: Url,
		events: Type.Optional(Events),
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
		...SETTINGS_TO_GIVE,
	},
	{ additionalProperties: false },
);

const Ignored = { description: 'As GET returned it; the gateway ignores it.', ...EXTENSION };
const IgnoredText = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], ...Ignored }));

/** The other fields of a webhook: an update accepts what GET returned. */
const READ_ONLY = {
	id: Type.Optional(Type.String(Ignored)),
	instanceId: IgnoredText,
	createdAt: IgnoredText,
	lastDeliveryAt: IgnoredText,
	lastDeliveryStatus: IgnoredText,
	previousSecretExpiresAt: IgnoredText,
	failingSince: IgnoredText,
	pausedAt: IgnoredText,
	pauseReason: IgnoredText,
};

export const UpdateWebhookBody = Type.Object(
	{
		url: Type.Optional(Url),
		events: Type.Optional(Events),
		secret: Type.Optional(Type.Unsafe<string | null>({ ...Secret, type: ['string', 'null'] })),
		name: Type.Optional(Type.Unsafe<string | null>({ ...Name, type: ['string', 'null'] })),
		status: Type.Optional(OneOf(WEBHOOK_STATUSES)),
		...SETTINGS_TO_GIVE,
		...READ_ONLY,
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

export const DeleteWebhookQuery = Type.Object(
	{
		keepDeliveries: Type.Optional(
			Type.Boolean({
				default: false,
				description:
					'true: the gateway keeps the pending deliveries, and the events of the next 60 seconds, for that long. A webhook that is created meanwhile with the same url and instanceId gets the same id and delivers them.',
				...EXTENSION,
			}),
		),
	},
	{ additionalProperties: false },
);

/** The health of a webhook (an addition). */
export const WebhookHealth = Type.Object({
	since: Timestamp,
	deliveries: Type.Integer({
		description: 'Deliveries created since then, without joined and filtered ones.',
	}),
	succeeded: Type.Integer(),
	failed: Type.Integer({ description: 'Failed after the last attempt.' }),
	pending: Type.Integer({ description: 'Waiting for an attempt, or being attempted.' }),
	waiting: Type.Integer({ description: 'Waiting for an earlier event of their chat.' }),
	collecting: Type.Integer({ description: 'Messages that are being collected.' }),
	joined: Type.Integer({ description: 'Joined into another delivery.' }),
	filtered: Type.Integer({ description: 'Not delivered, because of the filter.' }),
	successRate: Nullable(
		Type.Number({
			minimum: 0,
			maximum: 1,
			description: 'Share of the successful among the finished deliveries; null: none finished.',
		}),
	),
	responseTimeP95: Nullable(
		Type.Integer({
			description:
				'95th percentile of response times in milliseconds, over the latest 500 deliveries; null: there was no response.',
		}),
	),
	oldestPendingAt: NullableTimestamp,
	lastSuccessAt: NullableTimestamp,
	lastFailureAt: NullableTimestamp,
	failures: Type.Integer({
		description: 'Attempts that failed since the latest success, also earlier ones.',
	}),
	failingSince: ExtensionTime(
		'When the failures of the last webhook.failing began; null: it is not failing.',
	),
	pausedAt: ExtensionTime('When it was paused; null: it is not paused.'),
});
export type WebhookHealth = Static<typeof WebhookHealth>;

const Estimate = (percentile: number) =>
	Nullable(
		Type.Integer({
			description: `${percentile}th percentile of response times in milliseconds, to within a fifth; null: there was no response.`,
		}),
	);
const Figures = {
	succeeded: Type.Integer({ description: 'Attempts that the receiver accepted.' }),
	failed: Type.Integer({ description: 'Attempts that failed, retried ones included.' }),
	responseTimeP50: Estimate(50),
	responseTimeP95: Estimate(95),
};

/** The attempts of a webhook over a period (an addition). */
export const WebhookStatistics = Type.Object(statisticsOf(Figures));
export type WebhookStatistics = Static<typeof WebhookStatistics>;
