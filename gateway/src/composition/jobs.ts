import type { Logger } from 'pino';
import type { Clock } from '../domain/clock.ts';
import type { NewId } from '../domain/ids.ts';
import { startReleasingChats } from '../inbound/chats/release-silent-chats.ts';
import { startReportingMissingContent } from '../inbound/messages/report-missing-content.ts';
import { startResumingDeletions } from '../instances/resume-deletions.ts';
import { startCounting } from '../ledger/start-counting.ts';
import type { ShutdownHooks } from '../lib/shutdown-hooks.ts';
import { errorLogger } from '../observability/log.ts';
import type { Media } from '../media/media.ts';
import type { Metrics } from '../observability/metrics.ts';
import { startExpiry } from '../outbound/queueing/expire-messages.ts';
import { startRetention, type Retention } from '../retention/retention.ts';
import { startIndexing } from '../search/start-indexing.ts';
import type { Store } from '../store/store.ts';

/** The dependencies of the periodic jobs. */
export interface JobDeps {
	store: Store;
	clock: Clock;
	realClock: Clock;
	newId: NewId;
	media: Media;
	metrics: Metrics;
	logger: Logger;
	retention: Retention;
	/** Returns how many gateways work on this database. */
	gateways: () => number;
}

/**
 * Starts the periodic jobs: expiry of messages, reports of missing content, release of chats, retention, ledger,
 * deletion of instances, index.
 */
export function startJobs(deps: JobDeps, shutdownHooks: ShutdownHooks): void {
	const { store, clock, realClock, newId, media, metrics, logger, retention, gateways } = deps;
	const logError = errorLogger(logger);

	const onExpiryError = logError('old queued messages could not be expired; the job retries it');
	shutdownHooks.add('expiry of messages', startExpiry(store, clock, newId, onExpiryError));
	const onMissingError = logError(
		'messages whose content is missing could not be reported; the job retries it',
	);
	shutdownHooks.add('missing content', startReportingMissingContent(store, clock, newId, onMissingError));
	const onReleaseError = logError('chats could not be released to the bot; the job retries it');
	shutdownHooks.add('release of chats', startReleasingChats(store, clock, newId, onReleaseError));
	const stopRetention = startRetention({
		store,
		clock,
		realClock,
		retention,
		media,
		gateways,
		onError: logError('expired data could not be removed; the next sweep retries it'),
		onRemoved: (what, count) => {
			metrics.removed(what, count);
			logger.debug({ what, count }, 'removed expired data');
		},
		onJump: (milliseconds) => {
			logger.warn(
				{ minutes: Math.round(milliseconds / 60_000) },
				'the clock of the machine jumped ahead, or the machine was suspended; nothing is removed by its age for an hour: set the clock right if it is wrong',
			);
		},
	});
	shutdownHooks.add('retention', stopRetention);
	const onCountError = logError('an hour of the ledger could not be counted; the job retries it');
	shutdownHooks.add('ledger', startCounting({ store, clock, gateways, retention, onError: onCountError }));
	const onDeletionError = logError('the deletion of an instance could not be completed; the job retries it');
	const stopDeletions = startResumingDeletions({
		store,
		clock,
		gateways,
		folder: media.folder,
		log: logger,
		onError: onDeletionError,
	});
	shutdownHooks.add('deletion of instances', stopDeletions);
	const onIndexError = logError('messages could not be added to the index of texts; the job retries it');
	shutdownHooks.add('index of texts', startIndexing({ store, clock, gateways, onError: onIndexError }));
}
