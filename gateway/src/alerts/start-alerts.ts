import type { Logger } from 'pino';
import type { Clock } from '../domain/clock.ts';
import type { NewId } from '../domain/ids.ts';
import type { ShutdownHooks } from '../lib/shutdown-hooks.ts';
import type { Store } from '../store/store.ts';
import type { AlertSettings } from './alert-settings.ts';
import type { Mailer } from './mail/mailer.ts';
import { startSendingNotices } from './mail/send-notices.ts';
import { startWatchingConditions } from './watch-conditions.ts';

export interface AlertDeps {
	store: Store;
	clock: Clock;
	realClock: Clock;
	newId: NewId;
	/** Returns how many gateways are on the database. */
	gateways: () => number;
	logger: Logger;
	settings: AlertSettings;
	/** Null: alerts are not sent by mail. */
	mailer: Mailer | null;
	/** The URL of the page, without a slash at the end. */
	pageUrl: string;
	dataFolder: string;
}

/** Milliseconds for a mail in flight to end. Otherwise another gateway or the next start sends it again. */
const MAIL_GRACE = 5000;

/** Starts the evaluation of conditions and the sending of mails. */
export function startAlerts(deps: AlertDeps, shutdownHooks: ShutdownHooks): void {
	const { store, clock, realClock, newId, gateways, logger, settings, mailer, pageUrl, dataFolder } = deps;
	const stopWatching = startWatchingConditions({
		store,
		clock,
		realClock,
		newId,
		gateways,
		settings,
		pageUrl,
		dataFolder,
		hasMail: mailer !== null,
		onError: (error) => {
			logger.warn(
				{ err: error },
				'the conditions of alerts could not be read; the next evaluation retries it',
			);
		},
	});
	shutdownHooks.add('alerts', stopWatching);
	if (mailer === null) return;
	const stopSending = startSendingNotices({
		store,
		clock,
		mailer,
		pageUrl,
		onError: (error) => {
			logger.warn({ err: error }, 'the mails of alerts could not be read or stored; the gateway retries it');
		},
		onTried: (error) => {
			if (error === null) logger.info('a mail of alerts was sent');
			else
				logger.warn({ reason: error.message }, 'a mail of alerts could not be sent; the gateway retries it');
		},
	});
	shutdownHooks.add('mails of alerts', stopSending, MAIL_GRACE);
}
