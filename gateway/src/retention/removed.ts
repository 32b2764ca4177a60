/** What retention removes, as it is counted in the metrics and named in the log. */
export const REMOVED = [
	'messages',
	'events',
	'deliveries',
	'paused_deliveries',
	'idempotency_keys',
	'instance_hourly_stats',
	'uploads',
	'media_of_messages',
	'media_files',
	'media_over_limit',
] as const;
export type Removed = (typeof REMOVED)[number];
