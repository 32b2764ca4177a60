import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { contents, setQueueSettings, untilStatuses } from '../support/chat-queues.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

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
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from, content });
	};
	const receiveAll = async (...texts: string[]): Promise<void> => {
		for (const text of texts) await receive(text);
	};
	const statuses = (...wanted: string[]) => untilStatuses(gateway, webhookId, wanted);
	const path = (rest: string) => `/v1/webhooks/${webhookId}/deliveries/${rest}`;

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

	async function untilAttempts(count: number): Promise<void> {
		const due = (delivery: { attempts: number; nextAttemptAt: string | null } | undefined) =>
			delivery?.attempts === count && delivery.nextAttemptAt !== null;
		for (;;) {
			const [first] = await statuses('pending', 'waiting');
			if (due(first)) return;
		}
	}

	it('keeps the order over a restart', async () => {
		refused.add('1');
		await receiveAll('1', '2');
		await statuses('pending', 'waiting');
		await untilAttempts(1);
		gateway = await gateway.restart();
		await receive('3');
		await statuses('pending', 'waiting', 'waiting');
		refused.clear();
		clock.advance(RETRY);
		await statuses('success', 'success', 'success');
		expect(contents(receiver.requests)).toEqual(['1', '1', '2', '3']);
	});
});
