import { percentile } from '../statistics.ts';
import { serveRequests } from '../worker.ts';
import { openConnection, postBytes, type RawConnection } from './connection.ts';
import type { LoadJob, LoadRequest, LoadResult } from './job.ts';

// A process that runs load tests, one at a time.

/** Requests of the running job that may be started. */
let allowed = Infinity;
/** Requests of the running job that have a response. */
let answered = 0;
let onAllowed: (() => void)[] = [];

serveRequests((message) => {
	const request = message as LoadRequest;
	switch (request.kind) {
		case 'run':
			return run(request);
		case 'answered':
			return answered;
		case 'allow':
			allow(request.allowed);
			return undefined;
	}
});

function allow(more: number): void {
	allowed = more;
	const resumed = onAllowed;
	onAllowed = [];
	for (const resume of resumed) resume();
}

async function run(job: LoadJob): Promise<LoadResult> {
	const url = new URL(job.url);
	const requests = job.bodies.map((body) => postBytes(url, job.path, job.headers, body));
	const connections: RawConnection[] = [];
	for (let count = 0; count < job.connections; count += 1) connections.push(await openConnection(url));

	allowed = job.allowed ?? Infinity;
	answered = 0;
	const statuses: Record<string, number> = {};
	const times: number[] = [];
	let started = 0;
	let lastBody = '';
	const start = performance.now();
	const end = start + job.seconds * 1000;

	async function work(connection: RawConnection): Promise<void> {
		for (;;) {
			if (performance.now() >= end) return;
			if (started >= allowed) {
				await waitForAllowance(end);
				continue;
			}
			const number = started;
			started += 1;
			if (job.perSecond !== undefined) await sleepUntil(start + (number / job.perSecond) * 1000);
			const request = requests[number % requests.length];
			if (request === undefined) return;
			const sent = performance.now();
			const answer = await connection.exchange(request);
			times.push(performance.now() - sent);
			answered += 1;
			const status = answer === null ? 'error' : answer.status.toString();
			statuses[status] = (statuses[status] ?? 0) + 1;
			if (answer === null) return;
			lastBody = answer.body;
		}
	}

	await Promise.all(connections.map(work));
	const seconds = (performance.now() - start) / 1000;
	for (const connection of connections) connection.close();
	return { statuses, seconds, p50: percentile(times, 50), p99: percentile(times, 99), lastBody };
}

function sleepUntil(moment: number): Promise<void> | undefined {
	const wait = moment - performance.now();
	if (wait < 1) return undefined;
	return new Promise((resolve) => setTimeout(resolve, wait));
}

/** Resolves when the limit is raised, or at `end`. */
function waitForAllowance(end: number): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, Math.max(0, end - performance.now()));
		onAllowed.push(() => {
			clearTimeout(timer);
			resolve();
		});
	});
}
