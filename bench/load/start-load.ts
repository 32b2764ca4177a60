import path from 'node:path';
import { startWorker } from '../worker.ts';
import type { LoadJob, LoadRequest, LoadResult } from './job.ts';

/** A process that runs load tests. */
export interface Load {
	run(job: LoadJob): Promise<LoadResult>;
	/** Requests of the running job that have a response. */
	answered(): Promise<number>;
	/** Sets how many requests of the running job may be started. */
	allow(allowed: number): void;
	end(): Promise<void>;
}

export function startLoad(): Load {
	const file = path.join(import.meta.dirname, 'load.ts');
	const worker = startWorker<LoadRequest, LoadResult | number>(file);
	return {
		run: async (job) => (await worker.request(job)) as LoadResult,
		answered: async () => (await worker.request({ kind: 'answered' })) as number,
		allow(allowed) {
			worker.notify({ kind: 'allow', allowed });
		},
		end: () => worker.end(),
	};
}

/**
 * Counts the requests that were accepted (202) and those rejected by backpressure (503). Throws for any other status.
 */
export function acceptedCount(result: LoadResult): { accepted: number; refused: number } {
	const { 202: accepted = 0, 503: refused = 0, ...others } = result.statuses;
	if (Object.keys(others).length > 0) {
		throw new Error(`Not all requests got 202 or 503: ${JSON.stringify(result.statuses)} ${result.lastBody}`);
	}
	return { accepted, refused };
}
