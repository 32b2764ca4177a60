import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { InstanceId } from '../../../src/domain/ids.ts';
import type { NetworkEvent } from '../../../src/network/network-event.ts';
import {
	LONGEST_TRANSFER,
	MESSAGE_TTL,
	startExpiry,
} from '../../../src/outbound/queueing/expire-messages.ts';
import { createTransfers, type Transfers } from '../../../src/outbound/sending/transfers.ts';
import type { MessageRow } from '../../../src/store/schema.ts';
import type { Store } from '../../../src/store/store.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { openStoreWithQueue, type StoreWithQueue } from '../store-with-queue.ts';

const MINUTE = 60_000;

describe('the expiry of queued messages', () => {
	let clock: ManualClock;
	let queue: StoreWithQueue;
	let transfers: Transfers;
	let stop: () => Promise<void>;

	beforeEach(async () => {
		clock = createManualClock();
		queue = await openStoreWithQueue(clock);
		transfers = createTransfers({
			store: queue.store,
			clock,
			leases: { tenureOf: () => 0 },
			isStopping: () => false,
		});
		await connected(queue.instanceId);
		stop = expireMessagesOf(queue.store);
	});
	afterEach(async () => {
		await stop();
		await queue.close();
	});

	const connected = (instanceId: InstanceId) =>
		transfers.whileRecording(instanceId, [{ kind: 'connected' } as NetworkEvent], () => Promise.resolve());
	const expireMessagesOf = (store: Store) =>
		startExpiry(store, clock, queue.newId, (error) => {
			throw error;
		});
	const begin = (message: MessageRow) => transfers.begin(message, () => true);
	const statusOf = async ({ id }: MessageRow) => (await queue.rowOf(id)).status;
	const expired = (message: MessageRow) =>
		until('it to expire', async () => {
			clock.advance(MINUTE / 4);
			return (await statusOf(message)) === 'failed';
		});

	it('comes a day after a message was queued that nobody has tried to send', async () => {
		const message = await queue.queue();
		clock.advance(MESSAGE_TTL);
		await expired(message);
		expect(clock.now() - message.created_at).toBeLessThan(MESSAGE_TTL + LONGEST_TRANSFER);
		expect(await queue.rowOf(message.id)).toMatchObject({ error_code: 'expired' });
	});

	it('leaves a message that is in transfer, and expires others meanwhile', async () => {
		const inTransfer = await queue.queue();
		const waiting = await queue.queue();
		clock.advance(MESSAGE_TTL - MINUTE);
		expect(await begin(inTransfer)).toBe(true);
		clock.advance(2 * MINUTE);
		await expired(waiting);
		expect(await statusOf(inTransfer)).toBe('queued');
	});

	it('comes later for a message whose transfer ended with no outcome', async () => {
		const message = await queue.queue();
		const waiting = await queue.queue();
		clock.advance(MESSAGE_TTL - MINUTE);
		await begin(message);
		await transfers.outcomeUnknown(message);
		await expired(waiting);
		expect(await statusOf(message)).toBe('queued');
		clock.advance(LONGEST_TRANSFER);
		await expired(message);
		const texts = [waiting, message].map(async ({ id }) => (await queue.rowOf(id)).error_message);
		expect(await Promise.all(texts)).toEqual([
			expect.stringContaining('could not be sent within 24 hours'),
			expect.stringContaining('It may have arrived'),
		]);
	});

	it('leaves a message whose transfer ends with no outcome after it was read', async () => {
		await stop();
		const message = await queue.queue();
		clock.advance(MESSAGE_TTL - LONGEST_TRANSFER);
		await begin(message);
		let commits = 0;
		stop = expireMessagesOf({
			...queue.store,
			async commit(body, options) {
				commits += 1;
				await transfers.outcomeUnknown(message);
				return queue.store.commit(body, options);
			},
		});
		await until('the expiry to begin', () => {
			clock.advance(MINUTE / 4);
			return commits > 0;
		});
		await stop();
		expect(await statusOf(message)).toBe('queued');
	});

	it('comes in time behind any number of messages that may have been sent', async () => {
		for (let number = 0; number < 250; number += 1) await transfers.outcomeUnknown(await queue.queue());
		const waiting = await queue.queue();
		clock.advance(MESSAGE_TTL);
		await expired(waiting);
		expect(clock.now() - waiting.created_at).toBeLessThan(MESSAGE_TTL + LONGEST_TRANSFER / 2);
	});

	it('lets no transfer begin of a message that it has just marked failed', async () => {
		const message = await queue.queue();
		clock.advance(MESSAGE_TTL);
		await expired(message);
		expect(await begin(message)).toBe(false);
	});
});
