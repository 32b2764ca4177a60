import path from 'node:path';
import { startWorker, type Worker } from '../worker.ts';
import type { Allowance, LoadJob, LoadResult } from './job.ts';

export type Load = Worker<LoadJob | Allowance, LoadResult>;

export function startLoad(): Load {
	return startWorker(path.join(import.meta.dirname, 'load.ts'));
}

/** Requests answered with this status a second. Throws when any was answered otherwise. */
export function rateOf(result: LoadResult, status: number): number {
	const { [status.toString()]: wanted = 0, ...others } = result.statuses;
	if (Object.keys(others).length > 0) {
		throw new Error(`Not all requests got ${status}: ${JSON.stringify(result.statuses)} ${result.lastBody}`);
	}
	return wanted / result.seconds;
}
