import { openJobCounter, type OpenQueue } from './queue.ts';

/** The part of the package that is used: it is not installed by default, and neither are its types. */
interface GraphileWorkerPackage {
	Logger: new (createLog: () => () => void) => object;
	run: (options: {
		connectionString: string;
		noHandleSignals: boolean;
		logger: object;
		taskList: Record<string, (payload: Job) => Promise<void>>;
		preset: { worker: Record<string, unknown> };
	}) => Promise<{ addJob(task: string, payload: Job): Promise<unknown> }>;
}

interface Job {
	body: string;
}

const PACKAGE = 'graphile-worker';
const TASK = 'post';

/** Graphile Worker with its batches of claims and of completions. */
export const openGraphileWorker: OpenQueue = async ({ databaseUrl, concurrency, post }) => {
	const { Logger, run } = (await import(PACKAGE)) as GraphileWorkerPackage;
	const runner = await run({
		connectionString: databaseUrl,
		noHandleSignals: true,
		// It would write a line for each job.
		logger: new Logger(() => () => undefined),
		taskList: { [TASK]: ({ body }) => post(body) },
		preset: {
			worker: {
				concurrentJobs: concurrency,
				localQueue: { size: concurrency + 1 },
				completeJobBatchDelay: 0,
			},
		},
	});
	const unfinished = await openJobCounter(databaseUrl, 'select count(*) from graphile_worker.jobs');
	return {
		enqueue: async (body) => void (await runner.addJob(TASK, { body })),
		unfinished: () => unfinished.count(),
	};
};
