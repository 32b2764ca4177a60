/** Statuses of a webhook (specification, Webhook status). */
export const WEBHOOK_STATUSES = ['active', 'inactive'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** Outcomes of a webhook's latest delivery, and of each entry in its delivery log. */
export const DELIVERY_LOG_STATUSES = ['success', 'retrying', 'failed'] as const;
export type DeliveryLogStatus = (typeof DELIVERY_LOG_STATUSES)[number];

/** Statuses of a delivery that is not finished. */
export const OPEN_DELIVERY_STATUSES = [
	/** Waits for its next attempt, or is being attempted. */
	'pending',
	/** Waits for an earlier event of its chat (ordered webhooks). */
	'waiting',
	/** Waits for further messages of its chat (collecting webhooks). */
	'collecting',
] as const;

/** Statuses of a delivery. */
export const DELIVERY_STATUSES = [
	...OPEN_DELIVERY_STATUSES,
	'success',
	/** Failed after the last attempt. */
	'failed',
	/** Cancelled by a request, or because its webhook became inactive. */
	'cancelled',
	/** Its message was delivered together with others of its chat, by another delivery. */
	'joined',
	/** Never attempted, because the event does not fit the webhook's filter. */
	'filtered',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Counts of deliveries where there are none. */
export const NO_DELIVERIES: Readonly<Record<DeliveryStatus, number>> = {
	pending: 0,
	waiting: 0,
	collecting: 0,
	success: 0,
	failed: 0,
	cancelled: 0,
	joined: 0,
	filtered: 0,
};

/** Limits of a webhook's `collect.seconds`. */
export const MIN_COLLECT_SECONDS = 1;
export const MAX_COLLECT_SECONDS = 300;
/** Most messages that are joined into one delivery. */
export const COLLECTED_MESSAGES_LIMIT = 100;
/** Milliseconds for which messages are collected at most, whatever else arrives. */
export const MAX_COLLECT_TIME = 60 * 60 * 1000;
/** Most bytes of the events that are joined into one delivery; a single event may be larger. */
export const COLLECTED_BYTES_LIMIT = 1024 * 1024;
/** Limit of a webhook's `ratePerSecond`. */
export const MAX_RATE_PER_SECOND = 1000;

/**
 * A webhook is registered through the API, or is an instance's own webhookUrl. The row of a deleted webhook stays
 * hidden until its deliveries are deleted; before that, one that is terminating keeps them for its successor.
 */
export type WebhookRole = 'registered' | 'instance' | 'terminating' | 'deleted';

/** The roles of webhooks that clients do not see any more. */
export const HIDDEN_ROLES = ['terminating', 'deleted'] as const satisfies readonly WebhookRole[];
