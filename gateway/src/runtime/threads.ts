/**
 * Threads of libuv's pool; half of them may run DNS lookups. A lookup of a name whose server does not answer occupies
 * a thread for ten seconds and more: with the default of four threads, two such names would delay the requests to all
 * other receivers.
 */
const THREADS = '32';

/** Sets the size of the thread pool, unless the operator did; call it before the first use of the pool. */
export function setThreadPoolSize(environment: Record<string, string | undefined>): void {
	environment.UV_THREADPOOL_SIZE ??= THREADS;
}
