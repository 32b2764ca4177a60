import type { OpenQueue } from './queue.ts';

/** The part of the package that is used: it is not installed by default, and neither are its types. */
interface BullMqPackage {
	Queue: new (name: string, options: { connection: RedisAddress }) => BullMqQueue;
	Worker: new (
		name: string,
		handle: (job: { data: Job }) => Promise<void>,
		options: { connection: RedisAddress; concurrency: number },
	) => { waitUntilReady(): Promise<unknown> };
}

interface BullMqQueue {
	add(name: string, data: Job): Promise<unknown>;
	getJobCountByTypes(...types: string[]): Promise<number>;
}

interface RedisAddress {
	host: string;
	port: number;
}

interface Job {
	body: string;
}

const PACKAGE = 'bullmq';
const NAME = 'post';

/** BullMQ on Redis. */
export const openBullMq: OpenQueue = async ({ redisPort, concurrency, post }) => {
	const { Queue, Worker } = (await import(PACKAGE)) as BullMqPackage;
	const connection = { host: '127.0.0.1', port: redisPort };
	const queue = new Queue(NAME, { connection });
	const worker = new Worker(NAME, ({ data }) => post(data.body), { connection, concurrency });
	await worker.waitUntilReady();
	return {
		enqueue: async (body) => void (await queue.add(NAME, { body })),
		unfinished: () => queue.getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized', 'paused'),
	};
};
