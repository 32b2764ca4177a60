/** What time can be moved to. */
export const DUE_KINDS = [
	'delivery',
	'scheduled_message',
	'message_expiry',
	'chat_release',
	'burst',
	'missing_content',
	'network',
] as const;
export type DueKind = (typeof DUE_KINDS)[number];

/** Something that falls due at a time, in simulated epoch milliseconds. */
export interface Due {
	kind: DueKind;
	at: number;
}
