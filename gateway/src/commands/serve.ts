import { readConfig } from '../config/config.ts';
import type { Environment } from '../config/setting.ts';
import { findUnknownVariables } from '../config/unknown-variables.ts';
import type { Gateway } from '../gateway.ts';
import { createLogger } from '../observability/log.ts';
import { collectGarbageWhenIdle } from '../runtime/memory.ts';
import { resumeOptimizingCompilers } from '../runtime/optimizing-compilers.ts';
import { createErrorScopes } from '../network/connections/error-scopes.ts';
import { systemClock, systemEntropy } from '../runtime/system.ts';
import type { Migrations } from '../store/migrations/step.ts';
import { explainStartError } from './explain-start-error.ts';
import { firstKeyLine, setupLinkLines } from './first-start.ts';
import { createUncaughtErrorHandler } from './uncaught-error.ts';

/** Milliseconds a graceful shutdown may take before the process exits. Accepted messages are stored and not lost. */
const SHUTDOWN_TIMEOUT = 15_000;

/**
 * Serves until SIGTERM or SIGINT, also during the start, then finishes the work in progress and exits with code 0. An
 * uncaught error ends the connection it came from. One that came from no connection shuts the gateway down the same way,
 * with exit code 1. Without `migrations`, it uses those of this version.
 */
export async function serve(environment: Environment, migrations?: Migrations): Promise<void> {
	const config = readConfig(environment);
	// Loaded after the configuration is read, so that an error in it shows at once.
	const { startGateway } = await import('../gateway.ts');
	const logger = createLogger(config.logLevel);
	for (const sentence of findUnknownVariables(environment)) logger.warn(sentence);
	const scopes = createErrorScopes();
	const secretsOutput = { dataFolder: config.dataFolder, isTerminal: process.stdout.isTTY };
	const print = (line: string): void => {
		process.stdout.write(`${line}\n`);
	};

	const interruption = new AbortController();
	const shutDown = (exitCode: 0 | 1): void => {
		if (interruption.signal.aborted) return;
		setTimeout(() => {
			logger.warn('the work in progress did not finish in time; the next start continues it');
			process.exit(exitCode);
		}, SHUTDOWN_TIMEOUT).unref();
		// A start that is interrupted stops what it has started.
		interruption.abort();
		const closed = starting.then(
			(gateway) => gateway.close(),
			() => undefined,
		);
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
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.on(signal, () => {
			if (!interruption.signal.aborted) logger.info({ signal }, 'shutting down');
			shutDown(0);
		});
	}
	// A start may wait for nothing but a timer of the clock, and those do not keep the process running.
	const keepRunning = setInterval(() => undefined, SHUTDOWN_TIMEOUT);
	const starting = startGateway(config, {
		clock: systemClock,
		entropy: systemEntropy,
		logger,
		scopes,
		signal: interruption.signal,
		showFirstKey: (key) => {
			print(firstKeyLine(key, secretsOutput));
		},
		...(migrations === undefined ? {} : { migrations }),
	});
	let gateway: Gateway;
	try {
		gateway = await starting;
		for (const line of setupLinkLines(gateway.setupUrl, secretsOutput)) print(line);
	} catch (error) {
		if (interruption.signal.aborted) return;
		throw explainStartError(config, error);
	} finally {
		clearInterval(keepRunning);
		resumeOptimizingCompilers();
	}
	print(`Gateway ready at ${gateway.url}`);
	await gateway.connectionsResumed;
	collectGarbageWhenIdle(systemClock);
}
