import type { Generated } from 'kysely';
import type { EventKind } from '../../domain/events/event-kind.ts';
import type { DeliveryId, EventId, InstanceId, WebhookId } from '../../domain/ids.ts';
import type {
	DeliveryLogStatus,
	DeliveryStatus,
	WebhookRole,
	WebhookStatus,
} from '../../domain/webhooks/webhook.ts';
import type { ResponseTimeClass } from '../../domain/webhooks/response-times.ts';
import type { SealedText } from '../../lib/crypto/sealed-text.ts';
import type { Flag, JsonText, Time } from './column-types.ts';

export interface EventTable {
	id: EventId;
	/** Empty: of no instance, such as an event about a webhook of all instances. */
	instance_id: InstanceId | '';
	kind: EventKind;
	/** The envelope's JSON text: these bytes are signed and sent on every attempt. */
	body: string;
	created_at: Time;
	/** How many deliveries were inserted with it; null: a version of the gateway that did not count them. */
	deliveries: number | null;
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
	/** Whether the events of a chat are delivered one after another. */
	ordered: Generated<Flag>;
	/** Seconds of silence after which the messages of a chat are delivered together; null: each on its own. */
	collect_seconds: number | null;
	/** JSON of a WebhookFilter; null: nothing is left out. */
	filter: JsonText | null;
	rate_per_second: number | null;
	/** When the failures began that webhook.failing reported; null: it is not failing. */
	failing_since: Time | null;
	/** Since then its events are kept and not delivered, because every delivery had failed for days; null: not paused. */
	paused_at: Time | null;
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
	/** Failed attempts of this gateway since its last success, and the time of the first one. */
	failures: number;
	failing_since: Time | null;
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
	/** The instance and the chat of the event, where the webhook is ordered or collects messages. */
	ordering_key: string | null;
	/** The place among the deliveries of its ordering key: microseconds since 1970, or more. */
	position: number | null;
	/** The delivery that contains its message, of a `joined` one. */
	joined_into: DeliveryId | null;
	/** The receiver's process that handles the event, by the name it gave itself; null: none has claimed it. */
	claimed_by: string | null;
}

/** The messages of one chat that are being collected for one webhook: their deliveries are `collecting`. */
export interface DeliveryBurstTable {
	webhook_id: WebhookId;
	ordering_key: string;
	/** When the first of them arrived. */
	started_at: Time;
	/** When they are delivered together. */
	ends_at: Time;
	/** How many they are, and the bytes of their events. */
	messages: number;
	bytes: number;
}

export interface DeliveryAttemptTable {
	delivery_id: DeliveryId;
	number: number;
	started_at: Time;
	duration: number;
	status_code: number | null;
	/** The reason for the missing response; the text names no address. */
	error: string | null;
	request_url: string | null;
	request_headers: JsonText | null;
	response_headers: JsonText | null;
	/** The start of the response's body. */
	response_body: string | null;
}

/** The attempts of a webhook that ended in a span of time and that one gateway made. */
export type WebhookAttemptCountTable = {
	webhook_id: WebhookId;
	/** Length of the span. */
	seconds: number;
	starts_at: Time;
	/** Number of the gateway. */
	writer: number;
	succeeded: number;
	failed: number;
} & Record<`time_${ResponseTimeClass}`, number>;
