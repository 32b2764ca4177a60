/** States of a webhook (specification, Webhook status). */
export const WEBHOOK_STATUSES = ['active', 'inactive'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** What became of a webhook's latest delivery, and of each entry in its log. */
export const DELIVERY_LOG_STATUSES = ['success', 'retrying', 'failed'] as const;
export type DeliveryLogStatus = (typeof DELIVERY_LOG_STATUSES)[number];

/** Where a delivery stands: waiting for its (next) attempt, or at one of its three ends. */
export const DELIVERY_STATUSES = ['pending', 'success', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * A webhook is registered through the API, or is an instance's own webhookUrl. A deleted one stays, out of sight,
 * until its deliveries are removed.
 */
export type WebhookRole = 'registered' | 'instance' | 'deleted';
