import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
	contents,
	listDeliveries,
	receiveMessage,
	setQueueSettings,
	untilStatuses,
} from '../../support/storage/chat-queues.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const ANA = '4915112345678';
const BEN = '4915187654321';
/** Longer than any delay of the retry schedule with its jitter. */
const RETRY = 7 * 3_600_000;

describe('an ordered webhook', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let webhookId: string;
	/** Contents that the receiver refuses. */
	let refused: Set<unknown>;

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		receiver = await startReceiver();
		refused = new Set();
		receiver.answer((response, request) => {
			response.writeHead(refused.has(request.at('data.content')) ? 500 : 200).end();
		});
		instanceId = await connectedInstance(gateway);
		const created = await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		webhookId = created.text('data.id');
		await setQueueSettings(gateway.folder, webhookId, { ordered: true });
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	const receive = async (content: string, from = ANA): Promise<void> => {
		await receiveMessage(gateway, instanceId, { from, content });
	};
	const receiveAll = async (...texts: string[]): Promise<void> => {
		for (const text of texts) await receive(text);
	};
	const statuses = (...wanted: string[]) => untilStatuses(gateway, webhookId, wanted);
	const path = (delivery: { id: string }, rest: string) =>
		`/v1/webhooks/${webhookId}/deliveries/${delivery.id}/${rest}`;
	const skipQueue = (chatId: string) =>
		gateway.post(`/v1/webhooks/${webhookId}/queues/skip`, { instanceId, chatId });
	const queues = async () =>
		(await gateway.get(`/v1/webhooks/${webhookId}/queues`)).at('data.queues') as unknown[];

	it('delivers the events of a chat one after another, through failures', async () => {
		refused.add('1');
		await receiveAll('1', '2', '3');
		await receive('other', BEN);
		await statuses('pending', 'waiting', 'waiting', 'success');
		expect(contents(receiver.requests)).toEqual(['1', 'other']);
		refused.clear();
		clock.advance(RETRY);
		await statuses('success', 'success', 'success', 'success');
		expect(contents(receiver.requests)).toEqual(['1', 'other', '1', '2', '3']);
	});

	it('lets the next event go when one has failed for good', async () => {
		refused.add('1');
		await receiveAll('1', '2');
		for (let attempt = 1; attempt <= 6; attempt += 1) {
			await receiver.count(attempt);
			if (attempt === 6) break;
			await untilAttempts(attempt);
			clock.advance(RETRY);
		}
		await statuses('failed', 'success');
		expect(contents(receiver.requests)).toEqual(['1', '1', '1', '1', '1', '1', '2']);
	});

	/** Waits until the first delivery has a retry scheduled after this many attempts. */
	async function untilAttempts(count: number): Promise<void> {
		await until(`a retry after attempt ${count}`, async () => {
			const [first] = await listDeliveries(gateway, webhookId);
			return first?.attempts === count && first.nextAttemptAt !== null;
		});
	}

	it('shows waiting deliveries, and for which delivery they wait', async () => {
		refused.add('1');
		await receiveAll('1', '2', '3');
		await untilAttempts(1);
		const [first, second, third] = await statuses('pending', 'waiting', 'waiting');
		expect([first?.waitsFor, second?.waitsFor, third?.waitsFor]).toEqual([null, first?.id, first?.id]);
		expect(second?.nextAttemptAt).toBeNull();
		expect(await queues()).toEqual([
			{
				instanceId,
				chatId: `${ANA}@s.whatsapp.net`,
				waiting: 2,
				collecting: 0,
				oldestAt: new Date(clock.now()).toISOString(),
				deliveryId: first?.id,
				nextAttemptAt: first?.nextAttemptAt,
			},
		]);
		refused.clear();
		clock.advance(RETRY);
		await statuses('success', 'success', 'success');
		expect(await queues()).toEqual([]);
	});

	it('repeats a failed delivery before the events that wait', async () => {
		refused.add('1');
		await receiveAll('1', '2');
		for (let attempt = 1; attempt < 6; attempt += 1) {
			await receiver.count(attempt);
			await untilAttempts(attempt);
			if (attempt === 5) refused.add('2');
			clock.advance(RETRY);
		}
		const [failed] = await statuses('failed', 'pending');
		await untilAll(1);
		await receive('3');
		await statuses('failed', 'pending', 'waiting');
		refused.clear();
		await gateway.post(path({ id: String(failed?.id) }, 'retry'));
		await statuses('success', 'pending', 'waiting');
		clock.advance(RETRY);
		await statuses('success', 'success', 'success');
		expect(contents(receiver.requests).slice(-3)).toEqual(['1', '2', '3']);
	});

	it('lets the next event go when one is skipped', async () => {
		refused.add('1');
		await receiveAll('1', '2');
		await untilAttempts(1);
		const [first] = await statuses('pending', 'waiting');
		const skipped = await gateway.post(path({ id: String(first?.id) }, 'skip'));
		expect([skipped.status, skipped.at('data.status')]).toEqual([200, 'cancelled']);
		await statuses('cancelled', 'success');
		const again = await gateway.post(path({ id: String(first?.id) }, 'skip'));
		expect([again.status, again.at('data.status')]).toEqual([200, 'cancelled']);
	});

	it('does not skip a delivery while it is attempted', async () => {
		receiver.answer(() => undefined);
		await receiveAll('1', '2');
		await receiver.count(1);
		const [first] = await statuses('pending', 'waiting');
		const refusal = await gateway.post(path({ id: String(first?.id) }, 'skip'));
		expect([refusal.status, refusal.at('error.code')]).toEqual([409, 'delivery_being_attempted']);
		expect((await skipQueue(ANA)).at('data.skipped')).toBe(1);
		await statuses('pending', 'cancelled');
	});

	it('cancels the deliveries of one chat', async () => {
		refused.add('1');
		await receiveAll('1', '2', '3');
		await receive('1', BEN);
		await untilAll(2);
		expect((await skipQueue(ANA)).at('data.skipped')).toBe(3);
		await statuses('cancelled', 'cancelled', 'cancelled', 'pending');
		refused.clear();
		await receive('4');
		await statuses('cancelled', 'cancelled', 'cancelled', 'pending', 'success');
	});

	/** Waits until this many deliveries have a time for their next attempt. */
	async function untilAll(count: number): Promise<void> {
		await until(`${count} deliveries with a next attempt`, async () => {
			const deliveries = await listDeliveries(gateway, webhookId);
			return deliveries.filter(({ nextAttemptAt }) => nextAttemptAt !== null).length === count;
		});
	}

	it('delivers the waiting events at once when it is no longer ordered', async () => {
		refused.add('1');
		await receiveAll('1', '2', '3');
		await untilAttempts(1);
		await setQueueSettings(gateway.folder, webhookId, { ordered: false });
		clock.advance(5000);
		await statuses('pending', 'success', 'success');
	});

	it('keeps the order when a chat gets another id', async () => {
		const lid = '123456789012345@lid';
		const simulator = `/simulator/v1/instances/${instanceId}`;
		refused.add('1');
		await gateway.post(`${simulator}/messages`, { from: null, senderId: lid, content: '1' });
		await untilAttempts(1);
		await gateway.post(`${simulator}/contacts/${lid}/reveal`, { phone: ANA });
		await receive('2');
		await statuses('pending', 'waiting');
		refused.clear();
		clock.advance(RETRY);
		await statuses('success', 'success');
		expect(contents(receiver.requests)).toEqual(['1', '1', '2']);
	});

	it('cancels waiting deliveries when it becomes inactive', async () => {
		refused.add('1');
		await receiveAll('1', '2', '3');
		await untilAttempts(1);
		await gateway.put(`/v1/webhooks/${webhookId}`, { status: 'inactive' });
		await statuses('cancelled', 'cancelled', 'cancelled');
	});

	it('keeps the order over a restart', async () => {
		refused.add('1');
		await receiveAll('1', '2');
		await statuses('pending', 'waiting');
		await untilAttempts(1);
		gateway = await gateway.restart();
		// Ids of one millisecond sort by time within one process only.
		clock.advance(1);
		await receive('3');
		await statuses('pending', 'waiting', 'waiting');
		refused.clear();
		clock.advance(RETRY);
		await statuses('success', 'success', 'success');
		expect(contents(receiver.requests)).toEqual(['1', '1', '2', '3']);
	});
});
