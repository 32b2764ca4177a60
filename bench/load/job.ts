/** A load test: the requests, and how fast to send them. */
export interface LoadJob {
	kind: 'run';
	/** Scheme, host and port of the server. */
	url: string;
	path: string;
	headers: Record<string, string>;
	/** Bodies, sent in rotation. */
	bodies: readonly string[];
	connections: number;
	seconds: number;
	/** Requests started per second; absent: each connection sends the next request after the last response. */
	perSecond?: number;
	/** Requests to start before an `allow` message raises the limit. */
	allowed?: number;
}

/** Raises the number of requests that may be started since the beginning of the job. */
export interface Allowance {
	kind: 'allow';
	allowed: number;
}

/** Asks how many requests of the running job have a response. */
export interface Progress {
	kind: 'answered';
}

export type LoadRequest = LoadJob | Allowance | Progress;

/** The results of a job. */
export interface LoadResult {
	/** Responses by status; `error`: requests without a response. */
	statuses: Record<string, number>;
	/** Seconds from the first request to the last response. */
	seconds: number;
	/** Milliseconds from a request to its response. */
	p50: number;
	p99: number;
	/** Body of the last response. */
	lastBody: string;
}
