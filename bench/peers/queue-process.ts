import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { serveRequests } from '../worker.ts';
import type { OpenRequest, QueueName, QueueRequest, RunRequest, RunResult } from './protocol.ts';
import { openBullMq } from './queues/bullmq.ts';
import { openGraphileWorker } from './queues/graphile-worker.ts';
import { openPgBoss } from './queues/pg-boss.ts';
import type { OpenQueue, Queue } from './queues/queue.ts';

// A process that enqueues jobs and executes them, as an application with a queue does.

const OPEN: Readonly<Record<QueueName, OpenQueue>> = {
	'pg-boss': openPgBoss,
	'graphile-worker': openGraphileWorker,
	bullmq: openBullMq,
};
/** Milliseconds between two polls of the finished work. */
const POLL_INTERVAL = 10;

let queue: Queue | null = null;
/** Jobs that were posted. */
let posted = 0;

serveRequests(async (message) => {
	const request = message as QueueRequest;
	if (request.kind === 'open') {
		queue = await open(request);
		return 'open';
	}
	if (queue === null) throw new Error('No queue is open.');
	return run(queue, request);
});

function open({ queue: name, receiverUrl, ...settings }: OpenRequest): Promise<Queue> {
	const agent = new Agent({ allowH2: false, pipelining: 1, connections: settings.concurrency });
	const { origin } = new URL(receiverUrl);
	const headers = { 'content-type': 'application/json' };
	return OPEN[name]({
		...settings,
		async post(body) {
			const response = await agent.request({ origin, path: '/hook', method: 'POST', headers, body });
			await response.body.dump();
			if (response.statusCode !== 200) throw new Error(`The receiver responded ${response.statusCode}.`);
			posted += 1;
		},
	});
}

async function run(opened: Queue, { body, seconds, connections, window }: RunRequest): Promise<RunResult> {
	const before = posted;
	const start = performance.now();
	const end = start + seconds * 1000;
	let enqueued = 0;
	async function enqueue(): Promise<void> {
		while (performance.now() < end) {
			if (enqueued - (posted - before) >= window) {
				await sleep(1);
				continue;
			}
			enqueued += 1;
			await opened.enqueue(body);
		}
	}
	await Promise.all(Array.from({ length: connections }, enqueue));
	while (posted - before < enqueued) await sleep(POLL_INTERVAL);
	while ((await opened.unfinished()) > 0) await sleep(POLL_INTERVAL);
	return { jobs: enqueued, seconds: (performance.now() - start) / 1000 };
}
