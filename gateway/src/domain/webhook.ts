/** Statuses of a webhook (specification, Webhook status). */
export const WEBHOOK_STATUSES = ['active', 'inactive'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** Outcomes of a webhook's latest delivery, and of each entry in its delivery log. */
export const DELIVERY_LOG_STATUSES = ['success', 'retrying', 'failed'] as const;
export type DeliveryLogStatus = (typeof DELIVERY_LOG_STATUSES)[number];

/** Statuses of a delivery: `pending` waits for its next attempt, the other three are final. */
export const DELIVERY_STATUSES = ['pending', 'success', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * A webhook is registered through the API, or is an instance's own webhookUrl. The row of a deleted webhook stays
 * hidden until its deliveries are deleted.
 */
export type WebhookRole = 'registered' | 'instance' | 'deleted';
