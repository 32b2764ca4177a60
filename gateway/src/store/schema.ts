import type { Generated, Insertable, Kysely, Selectable } from 'kysely';
import type { EventKind } from '../domain/event.ts';
import type {
	AuditId,
	DeliveryId,
	EventId,
	InstanceId,
	KeyId,
	MediaId,
	MessageId,
	ProcessId,
	SessionId,
	WebhookId,
} from '../domain/ids.ts';
import type { ConnectMethod, DisconnectReason, InstanceStatus } from '../domain/instance.ts';
import type {
	FailureCode,
	MediaType,
	MessageDirection,
	MessageStatus,
	MessageType,
} from '../domain/message.ts';
import type { ActorName, OWNER } from '../domain/owner.ts';
import type { DeliveryLogStatus, DeliveryStatus, WebhookRole, WebhookStatus } from '../domain/webhook.ts';

/** Columns hold only what both engines share: text, integer epoch milliseconds, 0/1 integers, JSON as text. */
export type Flag = 0 | 1;
/** Epoch milliseconds. */
type Time = number;
type JsonText = string;

export interface ApiKeyTable {
	id: KeyId;
	name: string;
	/** SHA-256 of the key, lowercase hexadecimal; the key itself is never stored. */
	hash: string;
	/** Its last characters, by which its holder recognises it; null for one made before these were kept. */
	hint: string | null;
	/** JSON array of scopes, or null for full access. */
	scopes: JsonText | null;
	/** JSON array of CIDR ranges, or null for any address. */
	allowed_ips: JsonText | null;
	created_at: Time;
	expires_at: Time | null;
	revoked_at: Time | null;
	last_used_at: Time | null;
}

/** The one who signs in to the page; no row until a password was set. */
export interface OwnerTable {
	name: typeof OWNER;
	/** Argon2id, as a PHC string. */
	password_hash: string;
	changed_at: Time;
}

/** A link by which the owner's password can be set once. */
export interface SetupLinkTable {
	/** SHA-256 of the link's token, lowercase hexadecimal. */
	hash: string;
	expires_at: Time;
}

/** The owner, signed in from one browser. */
export interface OwnerSessionTable {
	id: SessionId;
	/** SHA-256 of what the browser's cookie holds, lowercase hexadecimal. */
	hash: string;
	/** Where it was signed in from. */
	address: string;
	user_agent: string | null;
	created_at: Time;
	last_used_at: Time;
	/** When it ends however much it is used. */
	expires_at: Time;
}

export interface InstanceTable {
	id: InstanceId;
	name: string;
	status: InstanceStatus;
	method: ConnectMethod | null;
	phone: string | null;
	profile_name: string | null;
	profile_pic_url: string | null;
	auto_read: Flag;
	auto_typing: Flag;
	/** JSON array of the event kinds its own webhook wants; empty means all. */
	webhook_events: JsonText;
	/** The current QR code as a data URI; only while status is `qr_pending`. */
	qr_code: string | null;
	qr_expires_at: Time | null;
	disconnect_reason: DisconnectReason | null;
	created_at: Time;
	connected_at: Time | null;
	last_seen_at: Time;
}

/** What an instance did in one UTC hour, counted as it happens so that no read has to count messages. */
export interface InstanceHourlyStatsTable {
	instance_id: InstanceId;
	/** As `YYYY-MM-DDTHH`. */
	hour: string;
	sent: number;
	received: number;
	delivered: number;
	read: number;
	failed: number;
}

export interface ChatTable {
	instance_id: InstanceId;
	id: string;
	/** Null for a group, and for a person whose phone number the network does not tell. */
	phone: string | null;
	contact_name: string | null;
	/** The name as a search compares it. */
	search_name: string | null;
	is_group: Flag;
	unread_count: number;
	/** Whether unread_count is above 0: such chats have an index of their own. */
	has_unread: Flag;
	last_message_id: MessageId;
	last_message_at: Time;
	created_at: Time;
}

/** How many chats an instance has; the database keeps count. */
export interface ChatCountTable {
	instance_id: InstanceId;
	chats: number;
}

export interface MessageTable {
	id: MessageId;
	instance_id: InstanceId;
	chat_id: string;
	direction: MessageDirection;
	type: MessageType;
	content: string;
	/** Phone of the sender of an inbound message, where the network tells it. */
	sender: string | null;
	/** The sender of an inbound message as clients know it: `<phone>@s.whatsapp.net`, a LID, or a BSUID. */
	sender_id: string | null;
	/** Phone an outbound message goes to, or the id of its chat. */
	recipient: string | null;
	quoted_message_id: string | null;
	metadata: JsonText | null;
	status: MessageStatus;
	/** The network's own identifier; with the two below, an inbound message that comes twice is recognised by it. */
	provider_message_id: string | null;
	/** The network's own ids of the chat and the sender of an inbound message; empty for an outbound one. */
	provider_chat_id: Generated<string>;
	provider_sender_id: Generated<string>;
	/** When it was queued, or when the network received it. */
	created_at: Time;
	sent_at: Time | null;
	delivered_at: Time | null;
	read_at: Time | null;
	failed_at: Time | null;
	error_code: FailureCode | null;
	error_message: string | null;
	/** Where the file of an outbound media message comes from: a URL, or an upload's mediaUrl. */
	media_url: string | null;
	/** Name of the stored file under the media folder; null until it is there, or when the message has none. */
	media_file: string | null;
	mime_type: string | null;
	filename: string | null;
	caption: string | null;
	/** The template of a template message, as JSON. */
	template: JsonText | null;
	/** What else is known of it, as JSON: see MessageDetails. */
	details: JsonText | null;
	/** When an event is to tell of it although its content has not come; null when there is nothing to tell. */
	report_at: Time | null;
	/** How often it may have been taken over by a network that cannot tell a repetition. */
	send_attempts: Generated<number>;
}

/** A file a client uploaded, to be sent later. */
export interface UploadTable {
	id: MediaId;
	/** Name of the stored file under the media folder. */
	file: string;
	media_type: MediaType;
	mime_type: string;
	filename: string | null;
	/** Bytes. */
	size: number;
	created_at: Time;
}

export interface ContactTable {
	instance_id: InstanceId;
	phone: string;
	name: string | null;
	/** The name, or the phone where there is none, in lower case: what lists are ordered and searched by. */
	sort_name: string;
	profile_pic_url: string | null;
	about: string | null;
	is_business: Flag;
	is_blocked: Flag;
}

/** The first answer to a request that named itself by an Idempotency-Key. */
export interface IdempotencyKeyTable {
	/** Whose request it was. */
	actor: ActorName;
	key: string;
	/** SHA-256 of what was asked, lowercase hexadecimal. */
	request_hash: string;
	response: JsonText;
	created_at: Time;
}

/** Who changed what about keys, webhooks and instances. */
export interface AuditLogTable {
	id: AuditId;
	at: Time;
	/** A key's id, `owner`, or `command line`. */
	actor: string;
	action: string;
	/** Id of what was changed. */
	target: string;
	details: JsonText | null;
}

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
	secret: string;
	status: WebhookStatus;
	created_at: Time;
	last_delivery_at: Time | null;
	last_delivery_status: DeliveryLogStatus | null;
	/** The secret before the present one; it signs too until it expires. */
	previous_secret: string | null;
	previous_secret_expires_at: Time | null;
	/** When an attempt last succeeded, and when one last did not. */
	last_success_at: Time | null;
	last_failure_at: Time | null;
}

export interface DeliveryTable {
	id: DeliveryId;
	event_id: EventId;
	webhook_id: WebhookId;
	/** The event's kind. */
	kind: EventKind;
	/** Whether somebody asked for it to try the webhook. */
	test: Flag;
	status: DeliveryStatus;
	/** Attempts begun so far: counted when the delivery is claimed. */
	attempts: number;
	/** Attempts that failed since the retry schedule was begun: what the next delay is taken by. */
	failures: number;
	due_at: Time;
	/** Names the claim under way; only its holder may record an outcome. While it stands, due_at is its end. */
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
	/** Why there was no answer, in words that name no address. */
	error: string | null;
	request_url: string | null;
	request_headers: JsonText | null;
	response_headers: JsonText | null;
	/** The beginning of the response's body. */
	response_body: string | null;
}

/** What a network driver keeps for an instance between two connections, by a key of its own choosing. */
export interface NetworkSessionTable {
	instance_id: InstanceId;
	key: string;
	value: string;
}

/** A gateway that runs on this database, beside others. */
export interface ProcessTable {
	id: ProcessId;
	/** Names the advisory lock that it holds for as long as it is connected. */
	lock_id: number;
	/** Where the others reach it. */
	url: string;
	/** What the others sign with when they pass a request on to it. */
	secret: string;
	/** By the database's clock. */
	seen_at: Time;
}

/** Which gateway drives an instance's connection. */
export interface InstanceLeaseTable {
	instance_id: InstanceId;
	owner: ProcessId;
	/** Rises each time the lease changes hands; writes made under an earlier one are refused. */
	epoch: number;
}

/** An ending of a chat's name or number, to find the chat by any part of them. */
export interface ChatSearchTermTable {
	instance_id: InstanceId;
	chat_id: string;
	term: string;
}

/** A number that belongs to the account, or the gateway, as a whole. */
export interface CounterTable {
	name: 'credits_used' | 'writability_checks';
	value: number;
}

/** A job that one process at a time runs. */
export interface JobLockTable {
	name: 'retention';
	expires_at: Time;
}

export interface Schema {
	api_keys: ApiKeyTable;
	owner: OwnerTable;
	setup_links: SetupLinkTable;
	owner_sessions: OwnerSessionTable;
	instances: InstanceTable;
	instance_hourly_stats: InstanceHourlyStatsTable;
	chats: ChatTable;
	chat_counts: ChatCountTable;
	chat_search_terms: ChatSearchTermTable;
	messages: MessageTable;
	events: EventTable;
	webhooks: WebhookTable;
	deliveries: DeliveryTable;
	delivery_attempts: DeliveryAttemptTable;
	network_sessions: NetworkSessionTable;
	counters: CounterTable;
	uploads: UploadTable;
	contacts: ContactTable;
	idempotency_keys: IdempotencyKeyTable;
	audit_log: AuditLogTable;
	processes: ProcessTable;
	instance_leases: InstanceLeaseTable;
	job_locks: JobLockTable;
}

export type ApiKeyRow = Selectable<ApiKeyTable>;
export type OwnerSessionRow = Selectable<OwnerSessionTable>;
export type InstanceRow = Selectable<InstanceTable>;
export type MessageRow = Selectable<MessageTable>;
export type DeliveryRow = Selectable<DeliveryTable>;
export type DeliveryAttemptRow = Selectable<DeliveryAttemptTable>;
export type WebhookRow = Selectable<WebhookTable>;
export type NewWebhookRow = Insertable<WebhookTable>;

/** A connection to query through: the reader, or the transaction of a commit. */
export type Db = Kysely<Schema>;
