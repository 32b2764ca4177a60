import type { EventKind } from '../../domain/event.ts';
import type { DeliveryId, EventId, InstanceId, WebhookId } from '../../domain/ids.ts';
import type { DeliveryLogStatus, DeliveryStatus, WebhookRole, WebhookStatus } from '../../domain/webhook.ts';
import type { SealedText } from '../../lib/sealed-text.ts';
import type { Flag, JsonText, Time } from './column-types.ts';

export interface EventTable {
	id: EventId;
	instance_id: InstanceId;
	kind: EventKind;
	/** The envelope's JSON text: these bytes are signed and sent on every attempt. */
	body: string;
	created_at: Time;
}

export interface WebhookTable {
	id: WebhookId;
	role: WebhookRole;
	name: string | null;
	instance_id: InstanceId | null;
	url: string;
	/** JSON array of event kinds. */
	events: JsonText;
	secret: SealedText;
	status: WebhookStatus;
	created_at: Time;
	/** The secret before the current one; deliveries carry a signature with it too until it expires. */
	previous_secret: SealedText | null;
	previous_secret_expires_at: Time | null;
}

/** The latest attempts of a webhook that one gateway made. */
export interface WebhookLastDeliveryTable {
	webhook_id: WebhookId;
	/** Number of the gateway. */
	writer: number;
	last_delivery_at: Time;
	last_delivery_status: DeliveryLogStatus;
	last_success_at: Time | null;
	last_failure_at: Time | null;
}

/** The latest attempts of a webhook, over all gateways; null: there was none. */
export interface LastDelivery {
	last_delivery_at: number | null;
	last_delivery_status: DeliveryLogStatus | null;
	last_success_at: number | null;
	last_failure_at: number | null;
}

export interface DeliveryTable {
	id: DeliveryId;
	event_id: EventId;
	webhook_id: WebhookId;
	/** The event's kind. */
	kind: EventKind;
	/** Whether it delivers a test event. */
	test: Flag;
	status: DeliveryStatus;
	/** Attempts started so far; the claim of the delivery counts one. */
	attempts: number;
	/** Failed attempts since the start of the retry schedule; they select the next delay. */
	failures: number;
	due_at: Time;
	/** Token of the current claim; only its holder may record an outcome. During a claim, due_at is its expiry. */
	claim_token: string | null;
	created_at: Time;
	finished_at: Time | null;
}

export interface DeliveryAttemptTable {
	delivery_id: DeliveryId;
	number: number;
	started_at: Time;
	duration: number;
	status_code: number | null;
	/** Why there was no response; the text names no address. */
	error: string | null;
	request_url: string | null;
	request_headers: JsonText | null;
	response_headers: JsonText | null;
	/** The start of the response's body. */
	response_body: string | null;
}
