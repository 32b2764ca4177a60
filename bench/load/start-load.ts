import path from 'node:path';
import { startWorker } from '../worker.ts';
import type { LoadJob, LoadQuestion, LoadResult } from './job.ts';

/** A process that makes load. */
export interface Load {
	run(job: LoadJob): Promise<LoadResult>;
	/** Requests of the job under way that were answered so far. */
	answered(): Promise<number>;
	/** Raises how many requests of the job under way may have been begun. */
	allow(allowed: number): void;
	end(): Promise<void>;
}

export function startLoad(): Load {
	const file = path.join(import.meta.dirname, 'load.ts');
	const worker = startWorker<LoadQuestion, LoadResult | number>(file);
	return {
		run: async (job) => (await worker.ask(job)) as LoadResult,
		answered: async () => (await worker.ask({ kind: 'answered' })) as number,
		allow(allowed) {
			worker.tell({ kind: 'allow', allowed });
		},
		end: () => worker.end(),
	};
}

/**
 * Requests that were accepted, and those that were refused for now with 503: back-pressure is what it should be,
 * and no acceptance. Throws when any was answered otherwise.
 */
export function acceptedCount(result: LoadResult): { accepted: number; refused: number } {
	const { 202: accepted = 0, 503: refused = 0, ...others } = result.statuses;
	if (Object.keys(others).length > 0) {
		throw new Error(`Not all requests got 202 or 503: ${JSON.stringify(result.statuses)} ${result.lastBody}`);
	}
	return { accepted, refused };
}
