import { readConfig } from '../config/config.ts';
import type { Gateway } from '../gateway.ts';
import { createLogger } from '../log.ts';
import { collectGarbageWhenIdle } from '../runtime/memory.ts';
import { createErrorScopes } from '../network/error-scopes.ts';
import { createLastLine } from './last-line.ts';
import { systemClock, systemEntropy } from '../runtime/system.ts';

/** Milliseconds a graceful end may take before the process ends all the same; nothing accepted is lost by that. */
const GRACE = 15_000;

/**
 * Serves until SIGTERM or SIGINT, then finishes what is under way and ends with exit code 0. An error that nothing
 * caught ends the connection it came from; where it came from none, the process ends in the same order with code 1.
 */
export async function serve(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
	const config = readConfig(environment);
	// What is wrong with the configuration is said before the rest is loaded.
	const { startGateway } = await import('../gateway.ts');
	const logger = createLogger(config.logLevel);
	const scopes = createErrorScopes();
	let gateway: Gateway | null = null;

	let ending = false;
	const end = (exitCode: 0 | 1): void => {
		if (ending) return;
		ending = true;
		setTimeout(() => {
			logger.warn('work under way did not finish in time; it is taken up at the next start');
			process.exit(exitCode);
		}, GRACE).unref();
		const closed = gateway?.close() ?? Promise.resolve();
		closed.then(
			() => process.exit(exitCode),
			(error: unknown) => {
				logger.error({ err: error }, 'the gateway did not end cleanly');
				process.exit(1);
			},
		);
	};
	process.on(
		'uncaughtException',
		createLastLine({
			scopes,
			logger,
			end: () => {
				end(1);
			},
		}),
	);
	gateway = await startGateway(config, { clock: systemClock, entropy: systemEntropy, logger, scopes });
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.on(signal, () => {
			if (!ending) logger.info({ signal }, 'shutting down');
			end(0);
		});
	}

	if (gateway.firstKey !== null) {
		process.stdout.write(`API key (shown only this once): ${gateway.firstKey}\n`);
	}
	if (gateway.setupUrl !== null) {
		process.stdout.write(
			`Set the password of the page's owner (this link works once, for 24 hours): ${gateway.setupUrl}\n`,
		);
	}
	process.stdout.write(`Gateway ready at ${gateway.url}\n`);
	collectGarbageWhenIdle(systemClock);
}
