import type { Dispatcher } from 'undici';
import type { Cancel, Clock } from '../domain/clock.ts';
import type { WebhookId } from '../domain/ids.ts';
import type { RetrySchedule } from '../domain/retry-schedule.ts';
import { CLAIM_NOTHING, type ClaimOnInsert, type InsertClaim } from '../store/webhooks/insert-claim.ts';
import {
	claimDeliveries,
	claimToken,
	hasExpiredClaims,
	LANES,
	listQueues,
	releaseExpiredClaims,
	type ClaimedDelivery,
	type Share,
} from '../store/webhooks/deliveries.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { attemptDelivery, ATTEMPT_DEADLINE, type AttemptOutcome } from './attempt.ts';
import { createReadyIndex } from './ready-index.ts';
import { cleanUpWebhooks, cancelWebhookDeliveries } from './clean-up.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { attemptedOf, createOutcomeRecorder, outcomeOf, type Outcome } from './record-outcomes.ts';

/**
 * Deliveries claimed at once, at most; how many it is depends on the room there is. A claim of 256 takes about as
 * long as the sync that follows it, so that larger ones would only make what shares the commit wait.
 */
const CLAIM_SIZE = 256;
/** How long a claim stands, in milliseconds: well over an attempt's deadline and the commit of its outcome. */
const CLAIM_LENGTH = ATTEMPT_DEADLINE + 15_000;
/** Milliseconds between two looks at all webhooks, for what nobody told of: claims of processes that died. */
const LOOK_INTERVAL = 5000;
/** Milliseconds until the next try when the store could not be reached. */
const STORE_PAUSE = 1000;

export interface DeliveryWorker {
	/** Claims deliveries while they are made. */
	claimOnInsert: ClaimOnInsert;
	/** Begins no more attempts, and resolves when the outcomes of those under way are recorded. */
	stop(): Promise<void>;
}

export interface DeliveryWorkerDeps {
	store: Store;
	clock: Clock;
	agent: Dispatcher;
	schedule: RetrySchedule;
	/** In [0, 1): spreads retries. */
	random: () => number;
	/** A text no other claim has. */
	token(): string;
	onError: (error: unknown) => void;
	/** Called when an attempt's outcome is durable, with the delivery and what came of it. */
	onAttempt: (delivery: ClaimedDelivery, outcome: AttemptOutcome) => void;
}

/** Delivers what is due, by claims on the deliveries table, until stopped. */
export function createDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
	const { store, clock } = deps;
	const load = createConcurrencyLimiter();
	const due = createReadyIndex();
	const recorder = createOutcomeRecorder({
		store,
		clock,
		claimLength: CLAIM_LENGTH,
		onRecorded: recorded,
		onError: deps.onError,
	});
	const atWork = new Set<Promise<void>>();
	let claiming: 'no' | 'yes' | 'again' = 'no';
	let lookAtAllNext = false;
	let cancelTimer: Cancel = () => undefined;
	let timerAt = Infinity;
	let cancelLook: Cancel = () => undefined;
	let stopped = false;

	function track(work: Promise<void>): void {
		atWork.add(work);
		void work.finally(() => atWork.delete(work));
	}

	function wake(webhookIds?: readonly WebhookId[]): void {
		if (stopped) return;
		if (webhookIds === undefined) lookAtAllNext = true;
		else due.markReady(webhookIds);
		pump();
	}

	/** Claims what is due and has room; whatever is told while that waits is seen to afterwards. */
	function pump(): void {
		if (stopped) return;
		if (claiming === 'no') track(claimAll());
		else claiming = 'again';
	}

	async function claimAll(): Promise<void> {
		do {
			claiming = 'yes';
			try {
				if (lookAtAllNext) await rescan();
				while (!stopped && allocate(clock.now()).length > 0) await claim();
				setTimer();
			} catch (error) {
				deps.onError(error);
				// It is not known what was not seen: the next look is at everything.
				lookAtAllNext = true;
				wakeAt(clock.now() + STORE_PAUSE);
				break;
			}
			// `again` is set by others while this waits.
		} while ((claiming as 'yes' | 'again') === 'again' && !stopped);
		claiming = 'no';
	}

	/** How much of which webhook and lane there is room for; first attempts come first. */
	function allocate(now: number): Share[] {
		const room = load.room(now);
		const found: Share[] = [];
		let left = CLAIM_SIZE;
		for (const lane of LANES) {
			const waiting = due.waiting(lane, now);
			const fair = Math.max(1, Math.floor(left / waiting.length));
			for (const webhookId of waiting) {
				if (left === 0) return found;
				const limit = room.take(webhookId, lane, Math.min(fair, left));
				if (limit > 0) found.push({ webhookId, lane, limit });
				left -= limit;
			}
		}
		return found;
	}

	async function claim(): Promise<void> {
		let wanted: Share[] | null = null;
		const claimed = await store.commit(async ({ db }) => {
			// Shared out here, when the commit begins: room that came free until then is used too. Shared out once,
			// should the store run this again.
			const now = clock.now();
			wanted ??= allocate(now);
			for (const { webhookId, lane } of wanted) due.take(webhookId, lane);
			const token = deps.token();
			const terms = { shares: wanted, now, until: now + CLAIM_LENGTH, token };
			const result = await claimDeliveries(db, terms);
			await noteWhatIsLeft(db, wanted, result.found, now);
			return result.claimed;
		});
		for (const delivery of claimed) track(deliver(delivery));
	}

	/** A share that was used up may have more; one that was not waits for what falls due next. */
	async function noteWhatIsLeft(db: Db, wanted: readonly Share[], found: readonly number[], now: number) {
		const emptied: WebhookId[] = [];
		for (const [index, { webhookId, lane, limit }] of wanted.entries()) {
			const full = found[index] === limit;
			if (full) load.requestGrowth(webhookId);
			if (full && lane === 'initial') due.markReady([webhookId]);
			else if (full) due.scheduleRetry(webhookId, now);
			else if (lane === 'retry') emptied.push(webhookId);
		}
		for (const { webhookId, retryAt } of await listQueues(db, emptied)) {
			if (retryAt !== null) due.scheduleRetry(webhookId, retryAt);
		}
	}

	/** Keeps room for first attempts of what is being made, where nothing older waits for it. */
	function claimOnInsert(webhookIds: readonly WebhookId[]): (InsertClaim | null)[] {
		if (stopped) return CLAIM_NOTHING(webhookIds);
		const now = clock.now();
		const room = load.room(now);
		const behind = new Set(due.waiting('initial', now));
		const token = deps.token();
		return webhookIds.map((webhookId) => {
			if (behind.has(webhookId)) return null;
			if (room.take(webhookId, 'initial', 1) === 0) {
				load.requestGrowth(webhookId);
				return null;
			}
			const slot = load.begin(webhookId, 'initial', now);
			const { promise: certain, resolve } = Promise.withResolvers<undefined>();
			track(certain);
			return {
				tokenFor: (id) => claimToken(token, id),
				until: now + CLAIM_LENGTH,
				begin(delivery) {
					track(deliver(delivery, slot));
					resolve(undefined);
				},
				release() {
					load.cancel(slot);
					resolve(undefined);
					pump();
				},
			};
		});
	}

	async function deliver(
		delivery: ClaimedDelivery,
		slot = load.begin(delivery.webhookId, delivery.lane, clock.now()),
	): Promise<void> {
		const outcome = await attemptDelivery(deps.agent, clock, delivery);
		load.end(slot, clock.now());
		recorder.add(outcomeOf(delivery, outcome, deps));
		pump();
	}

	function recorded({ delivery, outcome, end, gone }: Outcome): void {
		deps.onAttempt(delivery, outcome);
		store.publish({ kind: 'delivery_attempted', attempt: attemptedOf(delivery, outcome, end.status) });
		if (gone) track(cancelWebhookDeliveries(store, clock, delivery.webhookId).catch(deps.onError));
		if (end.status !== 'pending') return;
		due.scheduleRetry(delivery.webhookId, end.dueAt);
		wakeAt(end.dueAt);
	}

	/** Looks at all webhooks, and clears up after those that receive no more. */
	async function rescan(): Promise<void> {
		lookAtAllNext = false;
		cancelLook();
		cancelLook = clock.schedule(LOOK_INTERVAL, () => {
			wake();
		});
		const now = clock.now();
		if (await hasExpiredClaims(store.read, now)) {
			await store.commit(({ db }) => releaseExpiredClaims(db, now));
		}
		const queues = await listQueues(store.read);
		load.prune(new Set(queues.map(({ webhookId }) => webhookId)));
		const left = queues.filter((queue) => queue.status === 'inactive');
		for (const queue of queues) if (queue.role !== 'deleted') due.addQueue(queue);
		await cleanUpWebhooks(store, clock, left);
	}

	function setTimer(): void {
		const next = due.next(clock.now());
		if (next !== null) wakeAt(next);
	}

	function wakeAt(at: number): void {
		if (stopped || at >= timerAt) return;
		cancelTimer();
		timerAt = at;
		cancelTimer = clock.schedule(Math.max(0, at - clock.now()), () => {
			timerAt = Infinity;
			pump();
		});
	}

	const unsubscribe = store.listen((signal) => {
		if (signal.kind === 'delivery_due') wake(signal.webhookIds);
	});

	return {
		claimOnInsert,
		async stop() {
			stopped = true;
			unsubscribe();
			cancelTimer();
			cancelLook();
			while (atWork.size > 0) await Promise.all(atWork);
			await recorder.finish();
		},
	};
}
