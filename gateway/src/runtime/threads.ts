/**
 * Threads that wait for the system; half of them may look up names. A look-up of a name whose server does not answer
 * holds one for ten seconds and more: with the four there are by default, two such names would keep all other
 * receivers waiting.
 */
const THREADS = '32';

/** Takes as many threads as that, unless the operator says otherwise; to be called before any is used. */
export function setThreadPoolSize(environment: Record<string, string | undefined>): void {
	environment.UV_THREADPOOL_SIZE ??= THREADS;
}
