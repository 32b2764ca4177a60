import { Type } from 'typebox';
import { PLANS, RATE_CLASSES } from '../../domain/access/plan.ts';
import { NETWORKS } from '../../network/network-settings.ts';
import { WEBHOOK_STATUSES, DELIVERY_LOG_STATUSES } from '../../domain/webhooks/webhook.ts';
import {
	IdOf,
	Nullable,
	NullableString,
	NullableTimestamp,
	OneOf,
	Timestamp,
} from '../server/schemas/fields.ts';
import { AlertCount } from '../alerts/schema.ts';
import { DeliveryFailure } from '../messages/schema.ts';

const Count = Type.Integer({ minimum: 0 });
const Milliseconds = Nullable(Type.Integer({ description: 'Milliseconds; null: for ever.' }));

export const OverviewQuery = Type.Object(
	{
		hours: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: 168,
				default: 24,
				description: 'Number of hours, the current one included.',
			}),
		),
	},
	{ additionalProperties: false },
);

const Hour = Type.Object({
	from: Timestamp,
	received: Count,
	sent: Count,
	delivered: Count,
	read: Count,
	failed: Count,
});

const Failure = Type.Object({
	messageId: IdOf('msg', 'The message.'),
	instanceId: IdOf('inst', 'The instance.'),
	chatId: Type.String(),
	to: NullableString({ description: 'Phone number; null: there is none.' }),
	at: Timestamp,
	error: DeliveryFailure,
});

const WebhookLine = Type.Object({
	webhookId: IdOf('wh', 'The webhook.'),
	name: NullableString(),
	url: Type.String(),
	instanceId: NullableString({ description: 'Null: events of all instances.' }),
	ofInstance: Type.Boolean({ description: "Whether it is the instance's own webhookUrl." }),
	status: OneOf(WEBHOOK_STATUSES),
	deliveries: Count,
	succeeded: Count,
	failed: Count,
	pending: Count,
	successRate: Nullable(
		Type.Number({
			description: 'The share of successful deliveries among the finished ones; null: none finished.',
		}),
	),
	lastDeliveryAt: NullableTimestamp,
	lastDeliveryStatus: Nullable(OneOf(DELIVERY_LOG_STATUSES)),
	lastSuccessAt: NullableTimestamp,
	lastFailureAt: NullableTimestamp,
});

export const Overview = Type.Object({
	series: Type.Array(Hour, {
		description: 'One entry an hour (UTC), oldest first, also for hours without messages.',
	}),
	queue: Type.Object({
		messagesQueued: Count,
		oldestQueuedAt: NullableTimestamp,
		deliveriesPending: Type.Integer({ description: 'Counted up to 100,000 each, as the messages are.' }),
		oldestPendingAt: NullableTimestamp,
		deliveriesFailed: Type.Integer({ description: 'In the requested hours.' }),
	}),
	instances: Type.Object({
		total: Count,
		byStatus: Type.Object({ connected: Count, disconnected: Count, connecting: Count, qr_pending: Count }),
	}),
	failures: Type.Array(Failure, { description: 'The last ten messages that failed.' }),
	webhooks: Type.Array(WebhookLine, {
		description: 'The outcomes of deliveries in the requested hours; counted every 5 seconds.',
	}),
	firstSteps: Type.Object(
		{
			instanceId: NullableString({ description: 'The newest instance; null: there is none.' }),
			connected: Type.Boolean({ description: 'Whether an instance was ever connected.' }),
			sent: Type.Boolean({ description: 'Whether a message was sent.' }),
			received: Type.Boolean({ description: 'Whether a message was received.' }),
			keyUsed: Type.Boolean({ description: 'Whether a client has used an API key.' }),
			delivered: Type.Boolean({ description: 'Whether a webhook accepted an event.' }),
		},
		{ description: 'The completed first steps of the set-up.' },
	),
});

export const System = Type.Object({
	version: Type.String(),
	node: Type.String({ description: 'The version of Node.js.' }),
	network: OneOf(NETWORKS),
	engine: OneOf(['sqlite', 'postgres']),
	startedAt: Timestamp,
	memory: Type.Integer({ description: 'Bytes of this process.' }),
	databaseSize: Nullable(Type.Integer({ description: 'Bytes; null: unknown.' })),
	mediaSize: Nullable(Type.Integer({ description: 'Bytes of the media folder; null: not known yet.' })),
	processes: Type.Integer({ description: 'Gateways on this database.' }),
	plan: Type.Object({
		name: OneOf(PLANS),
		instances: Type.Object({
			used: Count,
			allowed: Nullable(Type.Integer({ description: 'Null: unlimited.' })),
		}),
		rateLimits: Type.Object(
			Object.fromEntries(RATE_CLASSES.map((rateClass) => [rateClass, Type.Integer()])) as Record<
				(typeof RATE_CLASSES)[number],
				ReturnType<typeof Type.Integer>
			>,
			{ description: 'Requests a minute.' },
		),
		rateLimited: Type.Boolean({ description: 'False: the rate limits are off.' }),
	}),
	credits: Type.Object({
		total: Nullable(Type.Integer({ description: 'Null: unlimited.' })),
		left: Nullable(Type.Integer({ description: 'Null: unlimited.' })),
	}),
	messagesToday: Type.Integer({ description: 'Sent today (UTC), over all instances.' }),
	retention: Type.Object({
		messages: Milliseconds,
		events: Milliseconds,
		attempts: Milliseconds,
		media: Milliseconds,
	}),
	publicUrl: NullableString({ description: 'GATEWAY_PUBLIC_URL.' }),
	alerts: AlertCount,
	timeAhead: Type.Integer({
		minimum: 0,
		description: 'Milliseconds by which the simulated time is ahead of the real one; 0 on a real network.',
	}),
});
