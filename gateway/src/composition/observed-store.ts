import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Clock } from '../domain/clock.ts';
import type { ShutdownHooks } from '../lib/shutdown-hooks.ts';
import { errorLogger } from '../observability/log.ts';
import type { Observability } from '../observability/observability.ts';
import { createUpgradeReport } from '../observability/upgrade-report.ts';
import type { Migrations } from '../store/migrations/step.ts';
import { openStore, type Store } from '../store/store.ts';
import { VERSION } from '../runtime/version.ts';

interface StoreRuntime {
	clock: Clock;
	logger: Logger;
	/** Absent: those of this version. */
	migrations?: Migrations;
	/** Ends the migrations early. */
	signal?: AbortSignal;
}

interface StoreContext {
	observability: Observability;
	/** Sets why requests are refused, as a sentence. */
	setReason: (reason: () => string) => void;
	shutdownHooks: ShutdownHooks;
}

/** Why requests are refused while nothing else keeps the gateway from its work. */
export const STARTING = 'The gateway is starting.';

const NO_WRITES =
	'the database takes no writes: requests that write are answered with 503, and what was accepted waits';

/** Opens the store, and reports the progress of the migrations to the probes and the log. */
export async function openObservedStore(
	config: Config,
	{ clock, logger, migrations, signal: interruption }: StoreRuntime,
	{ observability, setReason, shutdownHooks }: StoreContext,
): Promise<Store> {
	const { metrics } = observability;
	const report = createUpgradeReport(clock, logger);
	setReason(() => report.sentence() ?? STARTING);
	try {
		const opened = await openStore(config, {
			clock,
			onError: (error) => {
				logger.warn({ err: error }, 'a connection to the database ended; the gateway opens another one');
			},
			onFault: (error) => {
				if (error === null) logger.info('the database takes writes again');
				else logger.error({ err: error }, NO_WRITES);
			},
			onListenerError: errorLogger(logger)('a component of the gateway failed to react to a commit'),
			observe: metrics.group,
			onUpgrade: (progress) => {
				report.receive(progress);
			},
			...(migrations === undefined ? {} : { migrations }),
			...(interruption === undefined ? {} : { signal: interruption }),
		});
		shutdownHooks.add('store', () => opened.close());
		report.end('upgraded');
		const store = { ...opened, commit: observability.commits(opened.commit) };
		metrics.setBuildInfo({ version: VERSION, node: process.versions.node, engine: store.engine });
		store.listen((signal) => {
			observability.signal(signal);
		});
		return store;
	} finally {
		report.end('not upgraded');
	}
}
