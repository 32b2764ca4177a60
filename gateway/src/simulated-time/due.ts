/** The kinds of due work to which the time can be moved. */
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

/** Work that falls due at a time, in simulated epoch milliseconds. */
export interface Due {
	kind: DueKind;
	at: number;
}
