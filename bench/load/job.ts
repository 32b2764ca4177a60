/** Requests to send, and how. */
export interface LoadJob {
	kind: 'run';
	/** Where to: scheme, host and port. */
	url: string;
	path: string;
	headers: Record<string, string>;
	/** Bodies, taken in turns. */
	bodies: readonly string[];
	connections: number;
	seconds: number;
	/** Requests begun a second; absent: each connection begins the next as soon as it has the last answer. */
	perSecond?: number;
	/** Requests to begin before an `allow` raises it. */
	allowed?: number;
}

/** Requests that may have been begun since the start of the job. */
export interface Allowance {
	kind: 'allow';
	allowed: number;
}

/** How many requests of the job under way were answered so far. */
export interface Progress {
	kind: 'answered';
}

export type LoadQuestion = LoadJob | Allowance | Progress;

/** What came of a job. */
export interface LoadResult {
	/** Requests answered, by status; `error` for those that got no answer. */
	statuses: Record<string, number>;
	/** Seconds from the first request to the last answer. */
	seconds: number;
	/** Milliseconds from a request to its answer. */
	p50: number;
	p99: number;
	/** Answer to the last request. */
	lastBody: string;
}
