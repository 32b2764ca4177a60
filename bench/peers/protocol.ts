/** The queues that are measured beside the gateway. */
export const QUEUES = ['pg-boss', 'graphile-worker', 'bullmq'] as const;
export type QueueName = (typeof QUEUES)[number];

/** Opens a queue in the process of its worker. */
export interface OpenRequest {
	kind: 'open';
	queue: QueueName;
	databaseUrl: string;
	redisPort: number;
	receiverUrl: string;
	concurrency: number;
}

/** Enqueues jobs with this body for `seconds`, and waits until all are recorded as done. */
export interface RunRequest {
	kind: 'run';
	body: string;
	seconds: number;
	/** Jobs that are enqueued at the same time. */
	connections: number;
	/** Jobs that may be enqueued and not yet posted. */
	window: number;
}

export type QueueRequest = OpenRequest | RunRequest;

/** The jobs of a run, and the seconds until the last one was recorded as done. */
export interface RunResult {
	jobs: number;
	seconds: number;
}
