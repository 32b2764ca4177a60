import type { RetrySchedule } from '../domain/webhooks/retry-schedule.ts';
import type { Store } from '../store/store.ts';
import type { ClaimedDelivery } from '../store/webhooks/deliveries/claim-deliveries.ts';
import { releaseUnattempted } from '../store/webhooks/deliveries/release-claims.ts';
import type { WebhookQueue } from '../store/webhooks/queues/webhook-queues.ts';
import type { ClaimOnInsert } from '../store/webhooks/deliveries/insert-claim.ts';
import { writerOf } from '../store/webhooks/last-deliveries.ts';
import {
	ATTEMPT_DEADLINE,
	attemptDelivery,
	type AttemptDeps,
	type AttemptOutcome,
} from './attempts/attempt.ts';
import { advanceLater } from './queues/advance-later.ts';
import { allocateShares, nextShareAt, readNewRates, type SharingDeps } from './claiming/allocate-shares.ts';
import { createAttemptRates } from './claiming/attempt-rates.ts';
import { CLAIM_LENGTH, claimDue, type ClaimDueDeps } from './claiming/claim-due.ts';
import { createClaimOnInsert } from './claiming/claim-on-insert.ts';
import { cancelWebhookDeliveries, cleanUpWebhooks } from './queues/clean-up.ts';
import { createConcurrencyLimiter, type Slot } from './claiming/concurrency-limiter.ts';
import { attemptedOf, outcomeOf } from './attempts/outcome.ts';
import { createLocalQueue } from './claiming/local-queue.ts';
import { createReadyIndex } from './claiming/ready-index.ts';
import type { RecordHealthDeps } from './health/record-health.ts';
import { createOutcomeRecorder } from './attempts/record-outcomes.ts';
import { createQueueRepair } from './queues/repair-queues.ts';
import { scanQueues } from './queues/scan-queues.ts';
import { createWakeUp } from '../lib/loops/wake-up.ts';

/** Milliseconds between two scans of all webhooks, which find work without a signal, such as expired claims. */
const SCAN_INTERVAL = 5000;
/** Milliseconds until the next scan after the store failed. */
const STORE_PAUSE = 1000;

export interface DeliveryWorker {
	/** Claims deliveries while they are inserted, where there is capacity for their initial attempts. */
	claimOnInsert: ClaimOnInsert;
	/** Starts no more attempts, and resolves when the outcomes of the running ones are recorded. */
	stop(): Promise<void>;
}

export interface DeliveryWorkerDeps extends AttemptDeps, RecordHealthDeps {
	store: Store;
	schedule: RetrySchedule;
	/** Returns numbers in [0, 1), which spread retries. */
	random: () => number;
	/** Milliseconds by which the clock of another gateway may be ahead, because it was moved; 0: it never is. */
	longestMove: number;
	/** Returns how many gateways deliver from this database. */
	gateways(): number;
	/** Returns a unique token for a claim. */
	token(): string;
	onError: (error: unknown) => void;
	/** Called when the outcome of an attempt is durable. */
	onAttempt: (delivery: ClaimedDelivery, outcome: AttemptOutcome) => void;
}

/**
 * Starts the loop that attempts due deliveries: it claims as many as the limiter has capacity for, starts their
 * attempts, and waits for the next due time, a signal, a finished attempt or the stop. It claims nothing before the
 * first `delivery_due` signal for all webhooks, which follows the release of a dead process's claims.
 */
export function createDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
	const { store, clock } = deps;
	const sharing: SharingDeps = {
		limiter: createConcurrencyLimiter(),
		rates: createAttemptRates(),
		ready: createReadyIndex(),
	};
	const { limiter, rates, ready } = sharing;
	const localQueue = createLocalQueue();
	const wakeUp = createWakeUp(clock);
	const running = new Set<Promise<unknown>>();
	let scanAt = Infinity;
	/** Whether the index is complete: false before the first scan, and after an error of the store. */
	let scanned = false;
	/** The number of gateways that share the rates since the last scan. */
	let sharedBy = 1;
	let cleaningUp = false;
	let stopping = false;
	const record = createOutcomeRecorder({
		store,
		clock,
		writer: writerOf(deps.random()),
		claimLength: CLAIM_LENGTH,
		onLocked: (keys) => {
			track(advanceLater({ store, clock, isStopping }, keys).catch(deps.onError));
		},
		isStopping,
		onError: deps.onError,
		newId: deps.newId,
		onPaused: deps.onPaused,
		onNotDelivering: (webhookIds) => {
			for (const id of webhookIds) releaseClaims(localQueue.takeAll(id));
		},
	});
	const repairQueues = createQueueRepair(store, clock);
	const token = (): string => deps.token();
	const start = (delivery: ClaimedDelivery, slot?: Slot): void => {
		track(deliver(delivery, slot));
	};
	const claiming: ClaimDueDeps = { ...sharing, store, clock, token, start };
	const claimOnInsert = createClaimOnInsert({
		...sharing,
		clock,
		localQueue,
		token,
		isClaiming: () => scanned && !stopping,
		start,
		startQueued,
		track,
		onReleased: () => {
			wakeUp.notify();
		},
	});

	async function run(): Promise<void> {
		while (!isStopping()) {
			try {
				// When the number of gateways changes, the rates are divided anew.
				if (scanAt <= clock.now() || (scanned && sharedBy !== deps.gateways())) await scan();
				while (scanned && !isStopping() && (await canClaim())) await claimDue(claiming);
			} catch (error) {
				deps.onError(error);
				scanned = false;
				scanAt = clock.now() + STORE_PAUSE;
			}
			// No later than an interval from now, although the clock of the machine may have been set back.
			if (scanned) scanAt = Math.min(scanAt, clock.now() + SCAN_INTERVAL);
			await wakeUp.wait(scanned ? Math.min(scanAt, nextShareAt(sharing, clock.now())) : scanAt);
		}
	}

	// A function, because TypeScript does not expect that the variable changes during an await.
	function isStopping(): boolean {
		return stopping;
	}

	/** Reads the queues of all webhooks, and starts the clean-up of inactive and deleted ones and of chats' queues. */
	async function scan(): Promise<void> {
		scanAt = clock.now() + SCAN_INTERVAL;
		sharedBy = deps.gateways();
		const { longestMove } = deps;
		const queues = await scanQueues(store, { now: clock.now(), gateways: sharedBy, longestMove });
		limiter.prune(new Set(queues.map(({ webhookId }) => webhookId)));
		rates.replace(queues, sharedBy);
		for (const queue of queues) if (queue.role !== 'deleted' && !queue.paused) ready.addQueue(queue);
		scanned = true;
		const unclean = queues.filter(
			({ status, role, hasChatQueues }) => status === 'inactive' || role === 'terminating' || hasChatQueues,
		);
		if (!cleaningUp && unclean.length > 0) track(cleanUp(unclean));
	}

	/** Runs beside the loop, because a webhook may have very many deliveries. */
	async function cleanUp(queues: readonly WebhookQueue[]): Promise<void> {
		cleaningUp = true;
		await cleanUpWebhooks(store, clock, queues, repairQueues).catch(deps.onError);
		cleaningUp = false;
	}

	/** Whether deliveries can be claimed. */
	async function canClaim(): Promise<boolean> {
		await readNewRates(sharing, store, clock.now());
		return allocateShares(sharing, clock.now()).length > 0;
	}

	/** Attempts a claimed delivery and records the outcome, unless its claim could expire during the attempt. */
	async function deliver(
		delivery: ClaimedDelivery,
		slot = limiter.begin(delivery.webhookId, delivery.lane, clock.now()),
	): Promise<void> {
		// The process was suspended, as on a paused machine: another gateway may be attempting the delivery.
		if (delivery.claimedUntil - clock.now() < ATTEMPT_DEADLINE) {
			limiter.cancel(slot);
			releaseClaims([delivery]);
			return;
		}
		const attempted = await attemptDelivery(deps, delivery);
		limiter.end(slot, clock.now());
		startQueued();
		wakeUp.notify();
		const recorded = await record(outcomeOf(delivery, attempted, deps));
		if (recorded === null) return;
		const { end, gone } = recorded;
		deps.onAttempt(delivery, attempted);
		store.publish({ kind: 'delivery_attempted', attempt: attemptedOf(delivery, attempted, end.status) });
		if (end.status === 'pending') {
			ready.scheduleRetry(delivery.webhookId, end.dueAt);
			wakeUp.notify();
		}
		if (gone) await cancelWebhookDeliveries(store, clock, delivery.webhookId).catch(deps.onError);
	}

	/** Starts the attempts of deliveries in the local queue, and releases those that have waited there for too long. */
	function startQueued(): void {
		const now = clock.now();
		releaseClaims(localQueue.takeLate(now));
		const capacity = limiter.capacity(now);
		for (const delivery of localQueue.take((id) => capacity.allocate(id, 'initial', 1) === 1))
			start(delivery);
	}

	/** Releases claims: their deliveries wait in the database instead of the local queue. */
	function releaseClaims(deliveries: readonly ClaimedDelivery[]): void {
		if (deliveries.length === 0) return;
		const released = store.commit(({ db, emit }) => {
			const webhookIds = [...new Set(deliveries.map(({ webhookId }) => webhookId))];
			emit({ kind: 'delivery_due', webhookIds });
			return releaseUnattempted(db, deliveries);
		});
		// Claims that could not be released expire.
		track(released.catch(deps.onError));
	}

	function track(work: Promise<unknown>): void {
		running.add(work);
		void work.finally(() => running.delete(work));
	}

	const unsubscribe = store.listen((signal) => {
		// Released deliveries are claimed again with the new URL and secret, or cancelled.
		if (signal.kind === 'webhook_changed') releaseClaims(localQueue.takeAll());
		if (signal.kind !== 'delivery_due') return;
		if (signal.webhookIds === undefined) scanAt = clock.now();
		else ready.markReady(signal.webhookIds);
		wakeUp.notify();
	});
	track(run());

	return {
		claimOnInsert,
		async stop() {
			stopping = true;
			unsubscribe();
			releaseClaims(localQueue.takeAll());
			wakeUp.notify();
			while (running.size > 0) await Promise.all(running);
		},
	};
}
