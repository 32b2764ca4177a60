import { openJobCounter, type OpenQueue } from './queue.ts';

/** The part of the package that is used: it is not installed by default, and neither are its types. */
interface PgBossPackage {
	PgBoss: new (options: { connectionString: string; useListenNotify: boolean }) => PgBoss;
}

interface PgBoss {
	on(event: 'error', listener: (error: Error) => void): void;
	start(): Promise<unknown>;
	createQueue(name: string, options: { notify: boolean }): Promise<void>;
	send(name: string, data: Job): Promise<string | null>;
	work(
		name: string,
		options: Record<string, number | boolean>,
		handle: (jobs: { data: Job }[]) => Promise<unknown>,
	): Promise<string>;
}

interface Job {
	body: string;
}

const PACKAGE = 'pg-boss';
const NAME = 'post';
/** Workers, each of which claims and completes an equal part of the concurrent jobs as a batch. */
const WORKERS = 2;

/** pg-boss, woken by NOTIFY, with batches that follow each other without a pause. */
export const openPgBoss: OpenQueue = async ({ databaseUrl, concurrency, post }) => {
	const { PgBoss } = (await import(PACKAGE)) as PgBossPackage;
	const boss = new PgBoss({ connectionString: databaseUrl, useListenNotify: true });
	boss.on('error', (error) => {
		throw error;
	});
	await boss.start();
	await boss.createQueue(NAME, { notify: true });
	const options = {
		batchSize: concurrency / WORKERS,
		localConcurrency: WORKERS,
		burstWhenBatchFull: true,
		pollingIntervalSeconds: 0.5,
		notifyPollingIntervalSeconds: 0.5,
	};
	await boss.work(NAME, options, (jobs) => Promise.all(jobs.map(({ data }) => post(data.body))));
	const unfinished = await openJobCounter(
		databaseUrl,
		`select count(*) from pgboss.job where name = '${NAME}' and state < 'completed'`,
	);
	return {
		enqueue: async (body) => void (await boss.send(NAME, { body })),
		unfinished: () => unfinished.count(),
	};
};
