import type { RetrySchedule } from '../domain/webhooks/retry-schedule.ts';
import { countProcesses } from '../store/cluster/processes.ts';
import type { Store } from '../store/store.ts';
import type { WebhookId } from '../domain/ids.ts';
import {
	claimDeliveries,
	claimToken,
	LANES,
	type ClaimedDelivery,
	type Share,
} from '../store/webhooks/claim-deliveries.ts';
import { hasExpiredClaims, releaseExpiredClaims } from '../store/webhooks/release-claims.ts';
import { listQueues, type WebhookQueue } from '../store/webhooks/webhook-queues.ts';
import { CLAIM_NOTHING, type ClaimOnInsert } from '../store/webhooks/insert-claim.ts';
import { writerOf } from '../store/webhooks/last-deliveries.ts';
import {
	attemptDelivery,
	ATTEMPT_DEADLINE,
	type AttemptDeps,
	type AttemptOutcome,
} from './attempts/attempt.ts';
import { advanceLater } from './queues/advance-later.ts';
import { createAttemptRates } from './claiming/attempt-rates.ts';
import { cancelWebhookDeliveries, cleanUpWebhooks } from './queues/clean-up.ts';
import { createConcurrencyLimiter } from './claiming/concurrency-limiter.ts';
import { attemptedOf, outcomeOf } from './attempts/outcome.ts';
import { createReadyIndex } from './claiming/ready-index.ts';
import type { RecordHealthDeps } from './health/record-health.ts';
import { createOutcomeRecorder } from './attempts/record-outcomes.ts';
import { createQueueRepair } from './queues/repair-queues.ts';
import { createWakeUp } from '../lib/wake-up.ts';

/**
 * Most deliveries of one claim. Claiming 256 takes about as long as the sync that follows, so a larger claim would only
 * delay the other writes of its commit.
 */
const CLAIM_SIZE = 256;
/** Milliseconds for which a claim is valid: well over an attempt's deadline and the commit of its outcome. */
const CLAIM_LENGTH = ATTEMPT_DEADLINE + 15_000;
/** Milliseconds between two scans of all webhooks, which find what no signal announced, such as expired claims. */
const SCAN_INTERVAL = 5000;
/** Milliseconds until the next scan after the store failed. */
const STORE_PAUSE = 1000;

export interface DeliveryWorker {
	/** Claims deliveries while they are inserted, where there is room for their initial attempts. */
	claimOnInsert: ClaimOnInsert;
	/** Starts no more attempts, and resolves when the outcomes of the running ones are recorded. */
	stop(): Promise<void>;
}

export interface DeliveryWorkerDeps extends AttemptDeps, RecordHealthDeps {
	store: Store;
	schedule: RetrySchedule;
	/** Returns numbers in [0, 1), which spread retries. */
	random: () => number;
	/** Returns a text that no other claim has. */
	token(): string;
	onError: (error: unknown) => void;
	/** Called when the outcome of an attempt is durable. */
	onAttempt: (delivery: ClaimedDelivery, outcome: AttemptOutcome) => void;
}

/**
 * Starts the loop that delivers what is due: it claims as many deliveries as there is room for, starts their attempts,
 * and waits for the next due time, a signal, a finished attempt or the stop. It claims nothing before the first
 * `delivery_due` signal for all webhooks, which follows the release of a dead process's claims.
 */
export function createDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
	const { store, clock } = deps;
	const limiter = createConcurrencyLimiter();
	const rates = createAttemptRates();
	const ready = createReadyIndex();
	const wakeUp = createWakeUp(clock);
	const running = new Set<Promise<unknown>>();
	let scanAt = Infinity;
	/** Whether the index is complete: false before the first scan, and after an error of the store. */
	let scanned = false;
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
	});
	const repairQueues = createQueueRepair(store, clock);

	async function run(): Promise<void> {
		while (!isStopping()) {
			try {
				if (scanAt <= clock.now()) await scan();
				while (scanned && !isStopping() && (await canAllocate())) await claim();
			} catch (error) {
				deps.onError(error);
				scanned = false;
				scanAt = clock.now() + STORE_PAUSE;
			}
			await wakeUp.wait(scanned ? nextDueAt(clock.now()) : scanAt);
		}
	}

	/** When the next scan, retry or token of a rate is due, in epoch milliseconds. */
	function nextDueAt(now: number): number {
		const isWaiting = (id: WebhookId): boolean => LANES.some((lane) => ready.isReady(id, lane, now));
		return Math.min(scanAt, ready.nextRetryAt(now), rates.nextTokenAt(now, isWaiting));
	}

	// A function, because TypeScript does not expect that the variable changes during an await.
	function isStopping(): boolean {
		return stopping;
	}

	/** Reads the queues of all webhooks, and starts the clean-up of inactive and deleted ones and of chats' queues. */
	async function scan(): Promise<void> {
		scanAt = clock.now() + SCAN_INTERVAL;
		const now = clock.now();
		if (await hasExpiredClaims(store.read, now)) {
			await store.commit(({ db }) => releaseExpiredClaims(db, now));
		}
		const queues = await listQueues(store.read);
		limiter.prune(new Set(queues.map(({ webhookId }) => webhookId)));
		rates.replace(queues, await countGateways(store));
		for (const queue of queues) if (queue.role !== 'deleted' && !queue.paused) ready.addQueue(queue);
		scanned = true;
		const unclean = queues.filter(({ status, hasChatQueues }) => status === 'inactive' || hasChatQueues);
		if (!cleaningUp && unclean.length > 0) track(cleanUp(unclean));
	}

	/** Runs beside the loop, because a webhook may have very many deliveries. */
	async function cleanUp(queues: readonly WebhookQueue[]): Promise<void> {
		cleaningUp = true;
		await cleanUpWebhooks(store, clock, queues, repairQueues).catch(deps.onError);
		cleaningUp = false;
	}

	/** Whether deliveries can be claimed. Reads the rates of webhooks that were created since the latest scan. */
	async function canAllocate(): Promise<boolean> {
		const now = clock.now();
		const unknown = LANES.flatMap((lane) => ready.ready(lane, now)).filter((id) => !rates.knows(id));
		if (unknown.length > 0) rates.add(await listQueues(store.read, unknown));
		for (const id of unknown) {
			// Deleted since.
			if (!rates.knows(id)) for (const lane of LANES) ready.remove(id, lane);
		}
		return allocate(clock.now()).length > 0;
	}

	/** Divides the free room among the webhooks that may have deliveries due. */
	function allocate(now: number): Share[] {
		const capacity = limiter.capacity(now);
		const shares: Share[] = [];
		let left = CLAIM_SIZE;
		for (const lane of LANES) {
			const webhookIds = ready.ready(lane, now);
			const fair = Math.max(1, Math.floor(left / webhookIds.length));
			for (const webhookId of webhookIds) {
				if (left === 0) return shares;
				const available = rates.available(webhookId, lane, { now, isShared: isInBoth(webhookId, now) });
				const limit = capacity.allocate(webhookId, lane, Math.min(fair, left, available));
				if (limit > 0) shares.push({ webhookId, lane, limit });
				left -= limit;
			}
		}
		return shares;
	}

	/** Whether a webhook may have deliveries due in both lanes. */
	function isInBoth(webhookId: WebhookId, now: number): boolean {
		return LANES.every((lane) => ready.isReady(webhookId, lane, now));
	}

	/** Claims deliveries and starts their attempts. */
	async function claim(): Promise<void> {
		let allocated: { shares: readonly Share[]; takenAt: number } | null = null;
		const allocateTokens = (now: number): readonly Share[] => {
			if (allocated !== null) return allocated.shares;
			allocated = { shares: allocate(now), takenAt: now };
			for (const { webhookId, lane, limit } of allocated.shares) {
				rates.take(webhookId, lane, { now, count: limit });
			}
			return allocated.shares;
		};
		let found: readonly number[] = [];
		try {
			const result = await claimShares(allocateTokens);
			found = result.found;
			for (const delivery of result.claimed) track(deliver(delivery));
		} finally {
			giveBackUnused(allocated, found);
		}
	}

	function giveBackUnused(
		allocated: { shares: readonly Share[]; takenAt: number } | null,
		found: readonly number[],
	): void {
		allocated?.shares.forEach(({ webhookId, limit }, index) => {
			rates.giveBack(webhookId, { takenAt: allocated.takenAt, count: limit - (found[index] ?? 0) });
		});
	}

	/** Claims the shares of the time at which the transaction runs; see claimDeliveries(). */
	function claimShares(sharesAt: (now: number) => readonly Share[]): ReturnType<typeof claimDeliveries> {
		return store.commit(async ({ db }) => {
			const now = clock.now();
			// Allocated when the transaction runs, to include room that became free while it was queued; a second run
			// claims the same shares.
			const shares = sharesAt(now);
			for (const { webhookId, lane } of shares) ready.remove(webhookId, lane);
			const result = await claimDeliveries(db, {
				shares,
				now,
				until: now + CLAIM_LENGTH,
				token: deps.token(),
			});
			const used = shares.filter(({ limit }, index) => result.found[index] === limit);
			for (const { webhookId, lane } of used) {
				if (lane === 'initial') ready.markReady([webhookId]);
				else ready.scheduleRetry(webhookId, now);
			}
			const retried = shares.filter((share) => share.lane === 'retry' && !used.includes(share));
			const queues = await listQueues(
				db,
				retried.map(({ webhookId }) => webhookId),
			);
			for (const { webhookId, retryAt, paused } of queues) {
				if (retryAt !== null && !paused) ready.scheduleRetry(webhookId, retryAt);
			}
			return result;
		});
	}

	/** Reserves room for the initial attempts of deliveries, unless older deliveries of their webhook are due. */
	const claimOnInsert: ClaimOnInsert = (webhookIds) => {
		if (stopping || !scanned) return CLAIM_NOTHING(webhookIds);
		const now = clock.now();
		const capacity = limiter.capacity(now);
		const behind = new Set(ready.ready('initial', now));
		const token = deps.token();
		return webhookIds.map((webhookId) => {
			const options = { now, isShared: ready.isReady(webhookId, 'retry', now) };
			if (behind.has(webhookId) || rates.available(webhookId, 'initial', options) === 0) return null;
			if (capacity.allocate(webhookId, 'initial', 1) === 0) return null;
			rates.take(webhookId, 'initial', { now, count: 1 });
			const slot = limiter.begin(webhookId, 'initial', now);
			const certain = Promise.withResolvers<undefined>();
			track(certain.promise);
			return {
				tokenFor: (id) => claimToken(token, id),
				until: now + CLAIM_LENGTH,
				begin(delivery) {
					track(deliver(delivery, slot));
					certain.resolve(undefined);
				},
				release() {
					limiter.cancel(slot);
					rates.giveBack(webhookId, { takenAt: now, count: 1 });
					certain.resolve(undefined);
					wakeUp.notify();
				},
			};
		});
	};

	/** Attempts a claimed delivery and records the outcome. */
	async function deliver(
		delivery: ClaimedDelivery,
		slot = limiter.begin(delivery.webhookId, delivery.lane, clock.now()),
	): Promise<void> {
		const attempted = await attemptDelivery(deps, delivery);
		limiter.end(slot, clock.now());
		wakeUp.notify();
		const outcome = outcomeOf(delivery, attempted, deps);
		if (!(await record(outcome))) return;
		const { end, gone } = outcome;
		deps.onAttempt(delivery, attempted);
		store.publish({ kind: 'delivery_attempted', attempt: attemptedOf(delivery, attempted, end.status) });
		if (end.status === 'pending') {
			ready.scheduleRetry(delivery.webhookId, end.dueAt);
			wakeUp.notify();
		}
		if (gone) await cancelWebhookDeliveries(store, clock, delivery.webhookId).catch(deps.onError);
	}

	function track(work: Promise<unknown>): void {
		running.add(work);
		void work.finally(() => running.delete(work));
	}

	const unsubscribe = store.listen((signal) => {
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
			wakeUp.notify();
			while (running.size > 0) await Promise.all(running);
		},
	};
}

/** Returns the number of gateways that deliver from this database. */
async function countGateways({ engine, read }: Pick<Store, 'engine' | 'read'>): Promise<number> {
	return engine === 'postgres' ? Math.max(1, await countProcesses(read)) : 1;
}
