import type { LogEvent } from 'kysely';

/** Counts the statements of a connection that leave something to roll back in their transaction. */
export interface WriteCounter {
	/** To be given to Kysely as `log`. */
	log: (event: LogEvent) => void;
	/** How many statements so far wrote or failed: all that are not a SELECT which Kysely built and which succeeded. */
	count: () => number;
}

export function createWriteCounter(): WriteCounter {
	let writes = 0;
	return {
		log({ level, query }) {
			if (level === 'error' || query.query.kind !== 'SelectQueryNode') writes += 1;
		},
		count: () => writes,
	};
}
