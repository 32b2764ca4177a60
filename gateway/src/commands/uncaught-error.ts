import type { Logger } from 'pino';
import type { ErrorScopes } from '../network/connections/error-scopes.ts';

export interface UncaughtErrorDeps {
	scopes: ErrorScopes;
	logger: Logger;
	/** Shuts the gateway down; called at most once. */
	shutDown: () => void;
}

/**
 * Returns the handler of errors that nothing caught. An error that escaped from an instance's connection ends that
 * connection only. Any other leaves the process in an unknown state, so the gateway shuts down; the next start
 * continues the accepted work that is unfinished.
 */
export function createUncaughtErrorHandler({
	scopes,
	logger,
	shutDown,
}: UncaughtErrorDeps): (error: unknown) => void {
	let isShuttingDown = false;

	/** False also when the connection cannot be ended: the state of the process is unknown then too. */
	function endedConnection(error: unknown): boolean {
		try {
			return scopes.handle(error) !== null;
		} catch {
			return false;
		}
	}

	return (error) => {
		if (endedConnection(error)) return;
		logger.fatal(
			{ err: error },
			'an uncaught error belongs to no connection; the gateway shuts down. Start it again (a service manager or container does so by itself): accepted messages and events are not lost. Please report this line',
		);
		if (isShuttingDown) return;
		isShuttingDown = true;
		shutDown();
	};
}
