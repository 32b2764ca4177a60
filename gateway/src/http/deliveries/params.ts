import { Type } from 'typebox';
import { IdOf } from '../server/schemas/fields.ts';

const webhookId = IdOf('wh', "The webhook, or an instance's own by its webhookId.");

/** The path parameters of routes about the deliveries of a webhook. */
export const OneWebhook = Type.Object({ webhookId });

/** The path parameters of routes about an event of a webhook. */
export const OneEvent = Type.Object({ webhookId, eventId: IdOf('evt', 'The event.') });

/** The path parameters of routes about a delivery of a webhook. */
export const OneDelivery = Type.Object({ webhookId, deliveryId: IdOf('dlv', 'The delivery.') });
