import type { Clock } from '../domain/clock.ts';
import type { Commit } from '../store/commit/group-commit.ts';
import { probeWrite } from '../store/commit/probe-write.ts';

/** Milliseconds a finding stands: probes may ask as often as they like, and cost a commit now and then. */
const FINDING_STANDS = 5000;
/** Milliseconds a commit may take before the store counts as out of reach. */
const COMMIT_DEADLINE = 2000;

/** Whether the gateway should get traffic. */
export interface Readiness {
	/** What stands in the way at the moment, as a sentence; null when nothing does. */
	notReadyReason(): Promise<string | null>;
	/** The connections there were before the start are being opened again, each as its network allows. */
	connectionsResumed(): void;
}

/** Finds out by committing something small, at most every five seconds; `onError` hears why that failed. */
export function createReadiness(commit: Commit, clock: Clock, onError: (error: unknown) => void): Readiness {
	let resumed = false;
	let finding: { at: number; notReadyReason: Promise<string | null> } | null = null;

	async function tryStore(): Promise<string | null> {
		try {
			await inTime(
				commit(({ db }) => probeWrite(db)),
				clock,
			);
			return null;
		} catch (error) {
			onError(error);
			return 'The store takes no writes at the moment. The log of the gateway says why.';
		}
	}

	return {
		async notReadyReason() {
			if (!resumed) return 'The gateway is starting: earlier connections are being opened again.';
			const now = clock.now();
			if (finding === null || now - finding.at >= FINDING_STANDS) {
				finding = { at: now, notReadyReason: tryStore() };
			}
			return finding.notReadyReason;
		},
		connectionsResumed() {
			resumed = true;
		},
	};
}

async function inTime(work: Promise<void>, clock: Clock): Promise<void> {
	const { promise, reject } = Promise.withResolvers<never>();
	const cancel = clock.schedule(COMMIT_DEADLINE, () => {
		reject(new Error(`The store did not commit within ${COMMIT_DEADLINE / 1000} seconds.`));
	});
	await Promise.race([work, promise]).finally(cancel);
}
