import { readSystemLimit } from './system-limit.ts';

/**
 * Threads of libuv's pool; half of them may run DNS lookups. A lookup of a name whose server does not answer occupies
 * a thread for ten seconds and more: with the default of four threads, two such names would delay the requests to all
 * other receivers.
 */
const THREADS = { most: 32, fewest: 4 };
/** Threads that remain for the rest: Node.js has eight others, and a converter of audio files some of its own. */
const OTHER_THREADS = 16;

/** Where a process finds how many threads it may have: its own limit, and that of its container, in cgroups 2 and 1. */
const LIMITS: readonly (readonly [file: string, limit: RegExp])[] = [
	['/proc/self/limits', /^Max processes\s+(\d+)/m],
	['/sys/fs/cgroup/pids.max', /^(\d+)/],
	['/sys/fs/cgroup/pids/pids.max', /^(\d+)/],
];

/**
 * Sets the size of the thread pool, unless the operator did; call it before the first use of the pool. Where the system
 * refuses one of its threads, the process is aborted without a word.
 */
export function setThreadPoolSize(environment: Record<string, string | undefined>): void {
	const available = Math.min(...LIMITS.map(([file, limit]) => readSystemLimit(file, limit))) - OTHER_THREADS;
	environment.UV_THREADPOOL_SIZE ??= String(Math.max(THREADS.fewest, Math.min(THREADS.most, available)));
}
