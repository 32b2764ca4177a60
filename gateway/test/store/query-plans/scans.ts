/** Tables that grow with the messages, or with the people an account talks to. */
export const GROWING: ReadonlySet<string> = new Set([
	'messages',
	'message_index',
	'message_index_changes',
	'chats',
	'chat_owners',
	'contacts',
	'person_ids',
	'message_reactions',
	'message_edits',
	'poll_votes',
	'events',
	'deliveries',
	'delivery_bursts',
	'delivery_attempts',
	'idempotency_keys',
	'uploads',
	'instance_hourly_stats',
]);

/** Indexes that hold few of the rows of their table. */
export const PARTIAL_INDEXES: ReadonlySet<string> = new Set([
	'chats_unread',
	'chats_archived',
	'chat_owners_by_end',
	'chat_owners_taken',
	'contacts_by_username',
	'messages_queued',
	'messages_scheduled',
	'messages_queued_by_chat',
	'messages_awaiting_receipts',
	'messages_unread',
	'messages_failed',
	'messages_to_report',
	'deliveries_initial',
	'deliveries_retry',
	'deliveries_claimed',
	'deliveries_by_ordering_key',
	'deliveries_next',
	'deliveries_joined',
]);

/** From this number of rows on, a read or a sort counts as one of a whole table or instance. */
export const MANY_ROWS = 4000;
