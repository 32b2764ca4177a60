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

/** Requests answered with this status a second. Throws when any was answered otherwise. */
export function rateOf(result: LoadResult, status: number): number {
	const { [status.toString()]: wanted = 0, ...others } = result.statuses;
	if (Object.keys(others).length > 0) {
		throw new Error(`Not all requests got ${status}: ${JSON.stringify(result.statuses)} ${result.lastBody}`);
	}
	return wanted / result.seconds;
}
