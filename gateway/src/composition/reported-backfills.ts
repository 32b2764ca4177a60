import type { Logger } from 'pino';
import type { Clock } from '../domain/clock.ts';
import type { ShutdownHooks } from '../lib/shutdown-hooks.ts';
import { errorLogger } from '../observability/log.ts';
import { shareOf } from '../store/migrations/progress.ts';
import { startBackfills } from '../store/migrations/run-backfills.ts';
import type { Migrations } from '../store/migrations/step.ts';
import type { Store } from '../store/store.ts';

/** Upgrades the rows of earlier versions in the background, and logs the progress and the errors. */
export function startReportedBackfills(
	store: Store,
	{ backfills }: Migrations,
	{ clock, logger, shutdownHooks }: { clock: Clock; logger: Logger; shutdownHooks: ShutdownHooks },
): void {
	const stop = startBackfills({
		store,
		clock,
		backfills,
		onProgress: (name, progress) => {
			logger.info(
				{ backfill: name },
				`The database is being upgraded in the background: ${shareOf(progress)}.`,
			);
		},
		onError: errorLogger(logger)('rows could not be upgraded; the upgrade retries them'),
	});
	shutdownHooks.add('backfills', stop);
}
