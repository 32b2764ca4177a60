import type { Clock } from '../domain/clock.ts';
import { withTimeLimit } from '../lib/concurrency/with-time-limit.ts';
import type { Commit } from '../store/commit/scope.ts';
import { probeWrite } from '../store/commit/probe-write.ts';

/** Milliseconds a result is reused, so that frequent probes do not each cost a commit. */
const RESULT_TTL = 5000;
/** Milliseconds after which a commit counts as failed. */
const COMMIT_TIMEOUT = 2000;

/** Whether the gateway should get traffic. */
export interface Readiness {
	/** Why the gateway is not ready, as a sentence; null: it is ready. */
	notReadyReason(): Promise<string | null>;
}

/** Checks by a small commit, at most every five seconds; `onError` gets the error of a failed one. */
export function createReadiness(commit: Commit, clock: Clock, onError: (error: unknown) => void): Readiness {
	let latest: { at: number; reason: Promise<string | null> } | null = null;

	async function checkStore(): Promise<string | null> {
		try {
			await withTimeLimit(
				clock,
				COMMIT_TIMEOUT,
				() => commit(({ db }) => probeWrite(db)),
				(seconds) => `The store did not commit within ${seconds} seconds.`,
			);
			return null;
		} catch (error) {
			onError(error);
			return 'The store does not accept writes at the moment. The log of the gateway has the reason.';
		}
	}

	return {
		async notReadyReason() {
			const now = clock.now();
			if (latest === null || now - latest.at >= RESULT_TTL) {
				latest = { at: now, reason: checkStore() };
			}
			return latest.reason;
		},
	};
}
