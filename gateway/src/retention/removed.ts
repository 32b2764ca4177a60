/** The kinds of removed data, as the metrics count them and the log names them. */
export const REMOVED = [
	'messages',
	'events',
	'deliveries',
	'paused_deliveries',
	'idempotency_keys',
	'instance_hourly_stats',
	'instance_recent_counts',
	'ledger_hours',
	'webhook_attempt_counts',
	'alerts',
	'instance_status_changes',
	'uploads',
	'media_of_messages',
	'media_files',
	'media_over_limit',
] as const;
export type Removed = (typeof REMOVED)[number];
