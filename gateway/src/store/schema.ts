import type { Insertable, Kysely, Selectable } from 'kysely';
import type {
	ApiKeyTable,
	AuditLogTable,
	KnownNetworkTable,
	PasskeyTable,
	RecoveryCodeTable,
	UsedChallengeTable,
	UserLinkTable,
	UserSessionTable,
	UserTable,
} from './schema/access.ts';
import type {
	ChatCountTable,
	ChatOwnerTable,
	ChatTable,
	ContactTable,
	PersonIdTable,
} from './schema/chats.ts';
import type {
	BackfillTable,
	InstanceLeaseTable,
	JobLockTable,
	ProcessTable,
	SchemaCompatibilityTable,
} from './schema/cluster.ts';
import type { EncryptionKeyTable } from './schema/encryption.ts';
import type {
	CounterTable,
	InstanceHourlyStatsTable,
	InstanceTable,
	NetworkSessionTable,
	RecentReportsTable,
} from './schema/instances.ts';
import type {
	IdempotencyKeyTable,
	MessageEditTable,
	MessageReactionTable,
	MessageTable,
	PollVoteTable,
	UploadTable,
} from './schema/messages.ts';
import type {
	DeliveryAttemptTable,
	DeliveryBurstTable,
	DeliveryTable,
	EventTable,
	LastDelivery,
	WebhookLastDeliveryTable,
	WebhookTable,
} from './schema/webhooks.ts';

export type { Flag } from './schema/column-types.ts';
export type { AuditLogTable, SignInMethod, UserLinkTable } from './schema/access.ts';
export type { ContactTable } from './schema/chats.ts';
export type { BackfillTable, ProcessTable } from './schema/cluster.ts';
export type { EncryptionKeyTable } from './schema/encryption.ts';
export type { InstanceHourlyStatsTable } from './schema/instances.ts';
export type { IdempotencyKeyTable, UploadTable } from './schema/messages.ts';
export type { DeliveryAttemptTable, DeliveryTable, EventTable } from './schema/webhooks.ts';

export interface Schema {
	api_keys: ApiKeyTable;
	users: UserTable;
	user_links: UserLinkTable;
	user_sessions: UserSessionTable;
	passkeys: PasskeyTable;
	recovery_codes: RecoveryCodeTable;
	used_challenges: UsedChallengeTable;
	known_networks: KnownNetworkTable;
	instances: InstanceTable;
	instance_hourly_stats: InstanceHourlyStatsTable;
	chats: ChatTable;
	chat_counts: ChatCountTable;
	chat_owners: ChatOwnerTable;
	messages: MessageTable;
	message_reactions: MessageReactionTable;
	message_edits: MessageEditTable;
	poll_votes: PollVoteTable;
	person_ids: PersonIdTable;
	events: EventTable;
	webhooks: WebhookTable;
	webhook_last_deliveries: WebhookLastDeliveryTable;
	deliveries: DeliveryTable;
	delivery_attempts: DeliveryAttemptTable;
	delivery_bursts: DeliveryBurstTable;
	network_sessions: NetworkSessionTable;
	recent_reports: RecentReportsTable;
	counters: CounterTable;
	uploads: UploadTable;
	contacts: ContactTable;
	idempotency_keys: IdempotencyKeyTable;
	audit_log: AuditLogTable;
	processes: ProcessTable;
	instance_leases: InstanceLeaseTable;
	job_locks: JobLockTable;
	encryption_keys: EncryptionKeyTable;
	schema_compatibility: SchemaCompatibilityTable;
	backfills: BackfillTable;
}

export type ApiKeyRow = Selectable<ApiKeyTable>;
export type UserRow = Selectable<UserTable>;
export type UserSessionRow = Selectable<UserSessionTable>;
export type PasskeyRow = Selectable<PasskeyTable>;
export type InstanceRow = Selectable<InstanceTable>;
export type MessageRow = Selectable<MessageTable>;
export type MessageReactionRow = Selectable<MessageReactionTable>;
export type MessageEditRow = Selectable<MessageEditTable>;
export type PollVoteRow = Selectable<PollVoteTable>;
export type ChatRow = Selectable<ChatTable>;
export type DeliveryRow = Selectable<DeliveryTable>;
export type DeliveryAttemptRow = Selectable<DeliveryAttemptTable>;
/** A webhook with its latest attempts. */
export type WebhookRow = Selectable<WebhookTable> & LastDelivery;
export type NewWebhookRow = Insertable<WebhookTable>;

/** A connection to query through: the reader, or the transaction of a commit. */
export type Db = Kysely<Schema>;
