import type { Dispatcher } from 'undici';
import type { Cancel, Clock } from '../domain/clock.ts';
import type { WebhookId } from '../domain/ids.ts';
import { delayAfterAttempt, type RetrySchedule } from '../domain/retry-ladder.ts';
import {
	claimDueDeliveries,
	failExhaustedDeliveries,
	nextDueAt,
	type ClaimedDelivery,
} from '../store/deliveries.ts';
import type { Store } from '../store/store.ts';
import { attemptDelivery, ATTEMPT_DEADLINE, type AttemptOutcome } from './attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Attempts under way at the same time, to all receivers and to one: a slow receiver holds up only itself. */
const UNDER_WAY_LIMIT = 256;
const UNDER_WAY_LIMIT_PER_WEBHOOK = 32;
/** Deliveries claimed at once. */
const CLAIM_SIZE = 32;
/** How long a claim stands, in milliseconds: well over an attempt's deadline and the commit of its outcome. */
const CLAIM_LENGTH = ATTEMPT_DEADLINE + 15_000;
/** Milliseconds until the next try when the store could not be reached. */
const STORE_PAUSE = 1000;

export interface DeliveryWorker {
	/** Looks for deliveries that are due. */
	wake(): void;
	/** Begins no more attempts, and resolves when the outcomes of those under way are recorded. */
	stop(): Promise<void>;
}

export interface DeliveryWorkerPort {
	store: Store;
	clock: Clock;
	agent: Dispatcher;
	schedule: RetrySchedule;
	/** In [0, 1): spreads retries. */
	random(): number;
	/** A text no other claim has. */
	token(): string;
	onError(error: unknown): void;
	/** Called when an attempt's outcome is durable, with the delivery and what came of it. */
	onSettled(delivery: ClaimedDelivery, outcome: AttemptOutcome): void;
}

/** Delivers what is due, by claims on the deliveries table, until stopped. */
export function createDeliveryWorker(port: DeliveryWorkerPort): DeliveryWorker {
	const { store, clock } = port;
	const underWay = new Map<WebhookId, number>();
	const atWork = new Set<Promise<void>>();
	let cancelTimer: Cancel = () => undefined;
	let looking: 'no' | 'yes' | 'again' = 'no';
	let stopped = false;

	function track(work: Promise<void>): void {
		atWork.add(work);
		void work.finally(() => atWork.delete(work));
	}

	function wake(): void {
		if (stopped) return;
		if (looking === 'no') track(look());
		else looking = 'again';
	}

	async function look(): Promise<void> {
		do {
			looking = 'yes';
			try {
				await claimAll();
			} catch (error) {
				port.onError(error);
				wakeAt(clock.now() + STORE_PAUSE);
			}
			// `again` is set by others while claimAll() waits.
		} while ((looking as 'yes' | 'again') === 'again' && !stopped);
		looking = 'no';
	}

	/** Claims until nothing more is due or there is no room, then sets the timer for what falls due next. */
	async function claimAll(): Promise<void> {
		for (;;) {
			const limit = Math.min(UNDER_WAY_LIMIT - totalUnderWay(), CLAIM_SIZE);
			if (limit <= 0 || stopped) return;
			const due = await nextDueAt(store.read);
			const claimed = due !== null && due <= clock.now() ? await claim(limit) : [];
			for (const delivery of claimed) track(deliver(delivery));
			if (claimed.length < limit) break;
		}
		// What is due but was not claimed belongs to receivers that are busy: the end of an attempt wakes us.
		const next = await nextDueAt(store.read, clock.now());
		if (next !== null) wakeAt(next);
	}

	function claim(limit: number): Promise<ClaimedDelivery[]> {
		const without = [...underWay]
			.filter(([, count]) => count >= UNDER_WAY_LIMIT_PER_WEBHOOK)
			.map(([webhookId]) => webhookId);
		return store.commit(async ({ db }) => {
			const now = clock.now();
			await failExhaustedDeliveries(db, { now, attempts: port.schedule.length });
			return claimDueDeliveries(db, {
				now,
				until: now + CLAIM_LENGTH,
				limit,
				token: port.token(),
				without,
			});
		});
	}

	async function deliver(delivery: ClaimedDelivery): Promise<void> {
		underWay.set(delivery.webhookId, (underWay.get(delivery.webhookId) ?? 0) + 1);
		try {
			const outcome = await attemptDelivery(port.agent, clock, delivery);
			await store.commit(({ db }) => settleAttempt(db, delivery, outcome, retryDelay(delivery, outcome)));
			port.onSettled(delivery, outcome);
		} catch (error) {
			// Nothing was recorded: the claim runs out and the delivery is attempted again.
			port.onError(error);
		} finally {
			release(delivery.webhookId);
			wake();
		}
	}

	function release(webhookId: WebhookId): void {
		const count = (underWay.get(webhookId) ?? 1) - 1;
		if (count === 0) underWay.delete(webhookId);
		else underWay.set(webhookId, count);
	}

	function retryDelay(delivery: ClaimedDelivery, outcome: AttemptOutcome): number | null {
		return delayAfterAttempt(port.schedule, delivery.attempt, outcome.retryAfter, port.random());
	}

	function totalUnderWay(): number {
		let total = 0;
		for (const count of underWay.values()) total += count;
		return total;
	}

	function wakeAt(due: number): void {
		cancelTimer();
		cancelTimer = clock.after(Math.max(0, due - clock.now()), wake);
	}

	return {
		wake,
		async stop() {
			stopped = true;
			cancelTimer();
			while (atWork.size > 0) await Promise.all(atWork);
		},
	};
}
