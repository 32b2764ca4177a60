/** An event as it arrived at a path that begins with /timed. */
export interface Arrival {
	path: string;
	kind: string;
	messageId: string;
	/** Milliseconds of the clock all processes share. */
	at: number;
}

export type ReceiverRequest = 'url' | 'counts' | 'arrivals' | 'samples';

/** One field a question. */
export interface ReceiverReply {
	url?: string;
	/** Requests so far, by kind of event. */
	counts?: Record<string, number>;
	/** What arrived since this was last asked. */
	arrivals?: Arrival[];
	/** Some bodies since this was last asked. */
	samples?: string[];
}
