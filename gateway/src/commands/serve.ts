import { readConfig } from '../config/config.ts';
import type { Environment } from '../config/setting.ts';
import type { Gateway } from '../gateway.ts';
import { createLogger } from '../log.ts';
import { collectGarbageWhenIdle } from '../runtime/memory.ts';
import { createErrorScopes } from '../network/error-scopes.ts';
import { systemClock, systemEntropy } from '../runtime/system.ts';
import { firstStartLines } from './first-start.ts';
import { createUncaughtErrorHandler } from './uncaught-error.ts';

/** Milliseconds a graceful shutdown may take before the process exits. Accepted messages are stored and not lost. */
const SHUTDOWN_TIMEOUT = 15_000;

/**
 * Serves until SIGTERM or SIGINT, then finishes the work in progress and exits with code 0. An uncaught error ends the
 * connection it came from. One that came from no connection shuts the gateway down the same way, with exit code 1.
 */
export async function serve(environment: Environment): Promise<void> {
	const config = readConfig(environment);
	// Loaded after the configuration is read, so that an error in it shows at once.
	const { startGateway } = await import('../gateway.ts');
	const logger = createLogger(config.logLevel);
	const scopes = createErrorScopes();
	let gateway: Gateway | null = null;

	let isShuttingDown = false;
	const shutDown = (exitCode: 0 | 1): void => {
		if (isShuttingDown) return;
		isShuttingDown = true;
		setTimeout(() => {
			logger.warn('the work in progress did not finish in time; the next start continues it');
			process.exit(exitCode);
		}, SHUTDOWN_TIMEOUT).unref();
		const closed = gateway?.close() ?? Promise.resolve();
		closed.then(
			() => process.exit(exitCode),
			(error: unknown) => {
				logger.error({ err: error }, 'the gateway did not shut down cleanly');
				process.exit(1);
			},
		);
	};
	process.on(
		'uncaughtException',
		createUncaughtErrorHandler({
			scopes,
			logger,
			shutDown: () => {
				shutDown(1);
			},
		}),
	);
	// A start may wait for nothing but a timer of the clock, and those do not keep the process running.
	const keepRunning = setInterval(() => undefined, SHUTDOWN_TIMEOUT);
	try {
		gateway = await startGateway(config, { clock: systemClock, entropy: systemEntropy, logger, scopes });
	} finally {
		clearInterval(keepRunning);
	}
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.on(signal, () => {
			if (!isShuttingDown) logger.info({ signal }, 'shutting down');
			shutDown(0);
		});
	}

	const place = { dataFolder: config.dataFolder, isTerminal: process.stdout.isTTY };
	for (const line of firstStartLines(gateway, place)) process.stdout.write(`${line}\n`);
	process.stdout.write(`Gateway ready at ${gateway.url}\n`);
	collectGarbageWhenIdle(systemClock);
}
