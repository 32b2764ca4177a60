import type { Logger } from 'pino';
import type { ErrorScopes } from '../network/error-scopes.ts';

/** What the process does about an error that nothing caught. */
export interface LastLinePort {
	scopes: ErrorScopes;
	logger: Logger;
	/** Ends the gateway in order; called once at most. */
	end: () => void;
}

/**
 * Decides over errors that nothing caught. One that escaped from an instance's connection ends that connection, and
 * the process goes on. Any other leaves the process in a state nobody knows: it ends in order, and what was accepted
 * and not finished is taken up at the next start.
 */
export function createLastLine({ scopes, logger, end }: LastLinePort): (error: unknown) => void {
	let ending = false;

	/** A connection that cannot even be ended leaves the same unknown state behind. */
	function isClaimed(error: unknown): boolean {
		try {
			return scopes.handle(error) !== null;
		} catch {
			return false;
		}
	}

	return (error) => {
		if (isClaimed(error)) return;
		logger.fatal(
			{ err: error },
			'an error that belongs to no connection escaped; the gateway ends. Start it again (a service manager or container does so by itself): nothing that was accepted is lost. Please report this line',
		);
		if (ending) return;
		ending = true;
		end();
	};
}
