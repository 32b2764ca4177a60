import type { WAMessageKey } from 'baileys';
import type { Cancel, Clock } from '../../../../domain/clock.ts';
import { createExpiringMap } from '../../../../lib/bounded/expiring-map.ts';

/** Messages in one request. */
const BATCH_SIZE = 50;
/** Milliseconds between two requests: strangers decide how many messages cannot be decrypted. */
const PAUSE = 5000;
/** Messages of one sender that are requested within the window; further ones wait for its end. */
const MAX_OF_SENDER = 50;
/** Milliseconds. */
const WINDOW = 10 * 60_000;
/** Senders whose requested messages are counted. */
const MAX_SENDERS = 5000;

/** A message to be requested from the phone. */
export interface PhoneRequest {
	/** Identifies the message. */
	name: string;
	sender: string;
	key: WAMessageKey;
}

type WaitingRequest = PhoneRequest & { dueAt: number };

/**
 * The requests for messages that the account's phone is sent: several messages in one request, a pause between two
 * requests, and a limit for each sender.
 */
export interface PhoneRequests {
	/** Requests a message `delay` milliseconds from now, or later, unless it is removed before. The caller limits how many. */
	add(request: PhoneRequest, delay?: number): void;
	/** Forgets a message that has not been requested yet. */
	remove(name: string): void;
	/** Removes all waiting requests. */
	clear(): void;
}

/** `send` must not throw. */
export function createPhoneRequests(
	clock: Clock,
	send: (keys: readonly WAMessageKey[]) => void,
): PhoneRequests {
	const waiting = new Map<string, WaitingRequest>();
	/** The messages of each sender that were requested within the window. */
	const requested = createExpiringMap<{ count: number; endsAt: number }>(clock, {
		limit: MAX_SENDERS,
		ttl: WINDOW,
	});
	let lastSentAt = -Infinity;
	let cancelNext: Cancel = () => undefined;

	/** The due messages, by sender; those of senders who have to wait are postponed. */
	function dueBySender(): WaitingRequest[][] {
		const bySender = new Map<string, WaitingRequest[]>();
		for (const request of waiting.values()) {
			if (request.dueAt > clock.now()) continue;
			const { count, endsAt } = requested.get(request.sender) ?? { count: 0, endsAt: 0 };
			const due = bySender.get(request.sender) ?? [];
			bySender.set(request.sender, due);
			if (count + due.length < MAX_OF_SENDER) due.push(request);
			else if (count >= MAX_OF_SENDER) request.dueAt = endsAt;
		}
		return [...bySender.values()];
	}

	function count(sender: string): void {
		const counted = requested.get(sender);
		if (counted === undefined) requested.set(sender, { count: 1, endsAt: clock.now() + WINDOW });
		else counted.count += 1;
	}

	/** Takes the messages of the next request from each sender in turn, so that no sender displaces the others. */
	function takeBatch(): WAMessageKey[] {
		const senders = dueBySender();
		const batch: WaitingRequest[] = [];
		for (let turn = 0; turn < MAX_OF_SENDER && batch.length < BATCH_SIZE; turn += 1)
			batch.push(...senders.flatMap((requests) => requests[turn] ?? []));
		batch.length = Math.min(batch.length, BATCH_SIZE);
		for (const { name, sender } of batch) {
			waiting.delete(name);
			count(sender);
		}
		return batch.map(({ key }) => key);
	}

	function schedule(): void {
		cancelNext();
		if (waiting.size === 0) return;
		let dueAt = Infinity;
		for (const request of waiting.values()) dueAt = Math.min(dueAt, request.dueAt);
		const delay = Math.max(0, dueAt - clock.now(), lastSentAt + PAUSE - clock.now());
		cancelNext = clock.schedule(delay, () => {
			const keys = takeBatch();
			if (keys.length > 0) {
				lastSentAt = clock.now();
				send(keys);
			}
			schedule();
		});
	}

	return {
		add(request, delay = 0) {
			if (waiting.has(request.name)) return;
			waiting.set(request.name, { ...request, dueAt: clock.now() + delay });
			schedule();
		},
		remove(name) {
			if (waiting.delete(name)) schedule();
		},
		clear() {
			waiting.clear();
			cancelNext();
		},
	};
}
