/** An event that arrived at a path below /timed. */
export interface Arrival {
	path: string;
	kind: string;
	messageId: string;
	/** Milliseconds of `sharedClockNow`. */
	at: number;
}

export type ReceiverRequest = 'url' | 'counts' | 'arrivals' | 'samples';

/** The field for the request is set. */
export interface ReceiverReply {
	url?: string;
	/** Requests so far, by event kind. */
	counts?: Record<string, number>;
	/** Arrivals since the last such request. */
	arrivals?: Arrival[];
	/** Up to 300 bodies since the last such request. */
	samples?: string[];
}
