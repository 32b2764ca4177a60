import type { Insertable, Kysely, Selectable } from 'kysely';
import type { AlertNoticeTable, AlertTable, InstanceStatusChangeTable } from './schema/alerts.ts';
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
	ChatNoteTable,
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
	SimulatedClockTable,
} from './schema/cluster.ts';
import type { EncryptionKeyTable } from './schema/encryption.ts';
import type {
	CounterTable,
	InstanceHourlyStatsTable,
	InstanceRecentCountTable,
	InstanceTable,
	NetworkSessionTable,
	RecentReportsTable,
} from './schema/instances.ts';
import type { LedgerCountTable, LedgerHourTable, NetworkAcknowledgementTable } from './schema/ledger.ts';
import type {
	IdempotencyKeyTable,
	MessageEditTable,
	MessageReactionTable,
	MessageTable,
	PollVoteTable,
	UploadTable,
} from './schema/messages.ts';
import type { MessageIndexChangeTable, MessageIndexCoverageTable } from './schema/search.ts';
import type {
	DeliveryAttemptTable,
	DeliveryBurstTable,
	DeliveryTable,
	EventTable,
	LastDelivery,
	WebhookAttemptCountTable,
	WebhookLastDeliveryTable,
	WebhookTable,
} from './schema/webhooks.ts';

export type { Flag } from './schema/column-types.ts';
export { NOTICE_STATUSES, type NoticeStatus } from './schema/alerts.ts';
export type { AuditLogTable, SignInMethod, UserLinkTable } from './schema/access.ts';
export type { ContactTable } from './schema/chats.ts';
export type { BackfillTable, ProcessTable } from './schema/cluster.ts';
export type { EncryptionKeyTable } from './schema/encryption.ts';
export type { InstanceHourlyStatsTable, InstanceRecentCountTable } from './schema/instances.ts';
export type { IdempotencyKeyTable, UploadTable } from './schema/messages.ts';
export type {
	DeliveryAttemptTable,
	DeliveryTable,
	EventTable,
	WebhookAttemptCountTable,
} from './schema/webhooks.ts';

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
	instance_recent_counts: InstanceRecentCountTable;
	chats: ChatTable;
	chat_counts: ChatCountTable;
	chat_owners: ChatOwnerTable;
	chat_notes: ChatNoteTable;
	messages: MessageTable;
	message_reactions: MessageReactionTable;
	message_edits: MessageEditTable;
	poll_votes: PollVoteTable;
	message_index_changes: MessageIndexChangeTable;
	message_index_coverage: MessageIndexCoverageTable;
	person_ids: PersonIdTable;
	events: EventTable;
	webhooks: WebhookTable;
	webhook_last_deliveries: WebhookLastDeliveryTable;
	webhook_attempt_counts: WebhookAttemptCountTable;
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
	simulated_clock: SimulatedClockTable;
	network_acknowledgements: NetworkAcknowledgementTable;
	ledger_hours: LedgerHourTable;
	ledger_counts: LedgerCountTable;
	alerts: AlertTable;
	alert_notices: AlertNoticeTable;
	instance_status_changes: InstanceStatusChangeTable;
}

export type ChatNoteRow = Selectable<ChatNoteTable>;
export type AlertRow = Selectable<AlertTable>;
export type AlertNoticeRow = Selectable<AlertNoticeTable>;
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
