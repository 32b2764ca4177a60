import { readConfig } from '../config.ts';
import { startGateway } from '../gateway.ts';
import { createLogger } from '../log.ts';
import { giveBackWhenIdle } from '../memory.ts';
import { systemClock, systemEntropy } from '../system.ts';

/** Milliseconds a graceful end may take before the process ends all the same; nothing accepted is lost by that. */
const GRACE = 15_000;

/** Serves until SIGTERM or SIGINT, then finishes what is under way and ends with exit code 0. */
export async function serve(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
	const config = readConfig(environment);
	const logger = createLogger(config.logLevel);
	const gateway = await startGateway(config, { clock: systemClock, entropy: systemEntropy, logger });

	let ending = false;
	const end = (signal: NodeJS.Signals): void => {
		if (ending) return;
		ending = true;
		logger.info({ signal }, 'shutting down');
		setTimeout(() => {
			logger.warn('work under way did not finish in time; it is taken up at the next start');
			process.exit(0);
		}, GRACE).unref();
		gateway.close().then(
			() => process.exit(0),
			(error: unknown) => {
				logger.error({ err: error }, 'the gateway did not end cleanly');
				process.exit(1);
			},
		);
	};
	process.on('SIGTERM', end);
	process.on('SIGINT', end);

	if (gateway.firstKey !== null) {
		process.stdout.write(`API key (shown only this once): ${gateway.firstKey}\n`);
	}
	if (gateway.setupUrl !== null) {
		process.stdout.write(
			`Set the password of the page's owner (this link works once, for 24 hours): ${gateway.setupUrl}\n`,
		);
	}
	process.stdout.write(`Gateway ready at ${gateway.url}\n`);
	giveBackWhenIdle(systemClock);
}
