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
import { sweptUntil } from '../../support/storage/sweeps.ts';

const ANA = '4915112345678';
const HOUR = 3_600_000;

describe('a paused webhook', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let webhookId: string;

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock, environment: { GATEWAY_RETENTION_ATTEMPTS: '2h' } });
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		const created = await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		webhookId = created.text('data.id');
		await setQueueSettings(gateway.folder, webhookId, { pausedAt: clock.now(), ordered: true });
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	const receive = (content: string) => receiveMessage(gateway, instanceId, { from: ANA, content });
	const statuses = (...wanted: string[]) => untilStatuses(gateway, webhookId, wanted);

	it('keeps its events, and delivers them when it is no longer paused', async () => {
		await receive('1');
		await receive('2');
		clock.advance(HOUR);
		gateway = await gateway.restart();
		await receive('3');
		clock.advance(60_000);
		await statuses('pending', 'waiting', 'waiting');
		expect(receiver.requests).toHaveLength(0);
		await setQueueSettings(gateway.folder, webhookId, { pausedAt: null });
		clock.advance(5000);
		expect(contents(await receiver.count(3))).toEqual(['1', '2', '3']);
	});

	it('gets test events', async () => {
		const test = await gateway.post(`/v1/webhooks/${webhookId}/test`, { event: 'message.received' });
		expect(test.at('data.statusCode') ?? test.at('statusCode')).toBe(200);
	});

	it('loses events that are older than deliveries are kept', async () => {
		await receive('1');
		await receive('2');
		clock.advance(HOUR);
		await receive('3');
		clock.advance(1.5 * HOUR);
		await sweptUntil(clock, 'the old deliveries to be cancelled', async () => {
			const deliveries = await listDeliveries(gateway, webhookId);
			return deliveries.map(({ status }) => status).join() === 'cancelled,cancelled,waiting';
		});
	});
});
