import type { Logger } from 'pino';
import type { Clock } from '../domain/clock.ts';
import { progressSentence, type UpgradeProgress } from '../store/migrations/progress.ts';

/** Milliseconds between two lines about the same step. */
const INTERVAL = 5000;

/** Reports an upgrade of the database to the log, and to probes. */
export interface UpgradeReport {
	receive(progress: UpgradeProgress): void;
	/** The progress of the upgrade, as a sentence; null: no upgrade is running. */
	sentence(): string | null;
	/** Ends the report, once; logs how long an upgrade took. */
	end(outcome: 'upgraded' | 'not upgraded'): void;
}

/** Logs the beginning of each step, and then a line every five seconds, also while one statement takes long. */
export function createUpgradeReport(clock: Clock, logger: Logger): UpgradeReport {
	let latest: UpgradeProgress | null = null;
	let begunAt = 0;
	let cancel = (): void => undefined;

	const secondsSince = (): number => Math.round((clock.now() - begunAt) / 1000);

	function log(): void {
		if (latest === null) return;
		const step = latest.kind === 'step' ? { migration: latest.name } : {};
		logger.info({ ...step, seconds: secondsSince() }, progressSentence(latest));
		cancel();
		cancel = clock.schedule(INTERVAL, log);
	}

	return {
		receive(progress) {
			const isNew = latest === null || subjectOf(latest) !== subjectOf(progress);
			if (latest === null) begunAt = clock.now();
			latest = progress;
			if (isNew) log();
		},
		sentence: () => (latest === null ? null : progressSentence(latest)),
		end(outcome) {
			cancel();
			const isUpgraded = latest !== null && outcome === 'upgraded';
			latest = null;
			if (isUpgraded) logger.info({ seconds: secondsSince() }, 'The database is upgraded.');
		},
	};
}

/** The subject of a line: a new subject is logged at once. */
function subjectOf(progress: UpgradeProgress): string {
	return progress.kind === 'step' ? progress.name : progress.kind;
}
