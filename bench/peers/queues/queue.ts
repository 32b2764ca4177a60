import pg from 'pg';

/** The options of a queue. */
export interface QueueSettings {
	/** The database of a queue on PostgreSQL. */
	databaseUrl: string;
	/** The port of the Redis server of a queue on Redis. */
	redisPort: number;
	/** Jobs that are executed at the same time. */
	concurrency: number;
	/** Executes a job: posts its body to the receiver. */
	post: (body: string) => Promise<void>;
}

/** A job queue with the worker that executes its jobs. */
export interface Queue {
	/** Resolves when the job is stored. */
	enqueue(body: string): Promise<void>;
	/** Returns how many jobs are not recorded as done. */
	unfinished(): Promise<number>;
}

export type OpenQueue = (settings: QueueSettings) => Promise<Queue>;

/** Counts jobs on a connection of its own. */
export interface JobCounter {
	count(): Promise<number>;
	close(): Promise<void>;
}

/** Opens a counter with a statement that returns the column `count`. */
export async function openJobCounter(databaseUrl: string, statement: string): Promise<JobCounter> {
	const client = new pg.Client(databaseUrl);
	await client.connect();
	return {
		async count() {
			const { rows } = await client.query<{ count: string }>(statement);
			return Number(rows[0]?.count ?? Number.NaN);
		},
		close: () => client.end(),
	};
}
