import { AsyncLocalStorage } from 'node:async_hooks';
import type { InstanceId } from '../domain/ids.ts';

/** Takes over an error that nothing else caught. */
export type OnEscaped = (error: unknown) => void;

/**
 * Traces errors that escape from a driver, out of a timer, a socket or a promise nobody waits for, to the instance
 * whose connection they belong to. The scope travels along asynchronous calls, so that it is known even where the
 * error comes out of a library's timer. One costs less than 2 kB; a worker thread for each connection, which would
 * trace them as well, 53 MB and 0.7 s to start.
 */
export interface ErrorScopes {
	/** Runs work; errors that escape from it, or from anything it began, go to `onEscaped`. */
	run<T>(instanceId: InstanceId, onEscaped: OnEscaped, work: () => T): T;
	/** Runs work of the gateway that a driver called: what escapes from it is not the connection's. */
	leave<T>(work: () => T): T;
	/** Hands an uncaught error to the connection it escaped from; null: it belongs to none. */
	claim(error: unknown): InstanceId | null;
}

export function createErrorScopes(): ErrorScopes {
	const scopes = new AsyncLocalStorage<{ instanceId: InstanceId; onEscaped: OnEscaped } | null>();
	return {
		run: (instanceId, onEscaped, work) => scopes.run({ instanceId, onEscaped }, work),
		leave: (work) => scopes.run(null, work),
		claim(error) {
			// Node calls the handlers of uncaught exceptions and rejections in the scope the error comes from.
			const scope = scopes.getStore() ?? null;
			scope?.onEscaped(error);
			return scope?.instanceId ?? null;
		},
	};
}
