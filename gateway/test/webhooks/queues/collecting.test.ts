import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
	contents,
	listDeliveries,
	receiveMessage,
	setQueueSettings,
	untilStatuses,
} from '../../support/storage/chat-queues.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Received, type Receiver } from '../../support/servers/receiver.ts';

const ANA = '4915112345678';
const BEN = '4915187654321';

describe('a collecting webhook', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let webhookId: string;

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		const created = await gateway.post('/v1/webhooks', {
			url: receiver.url,
			events: ['message.received', 'message.sent'],
		});
		webhookId = created.text('data.id');
		await setQueueSettings(gateway.folder, webhookId, { collectSeconds: 10 });
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	const receive = async (content: string, from = ANA): Promise<void> => {
		await receiveMessage(gateway, instanceId, { from, content });
	};
	const statuses = (...wanted: string[]) => untilStatuses(gateway, webhookId, wanted);
	const joined = (request: Received | undefined): unknown[] =>
		(request?.at('data.messages') as unknown[]).map((message) => at(message, 'content'));

	it('delivers the messages of a chat together after a silence', async () => {
		await receive('1');
		clock.advance(9000);
		await receive('2');
		await receive('other', BEN);
		clock.advance(9000);
		await statuses('collecting', 'collecting', 'collecting');
		clock.advance(1000);
		const requests = await receiver.count(2);
		const ana = requests.find((request) => request.at('data.content') === '2');
		expect(joined(ana)).toEqual(['1', '2']);
		expect(ana?.at('data.chatId')).toBe(at(ana?.at('data.messages'), '0.chatId'));
		expect(requests.map(joined)).toContainEqual(['other']);
		const deliveries = await listDeliveries(gateway, webhookId);
		expect(deliveries.filter(({ status }) => status === 'joined')).toHaveLength(3);
	});

	it('leaves out messages deleted meanwhile, and has the new texts of edited ones', async () => {
		const path = `/simulator/v1/instances/${instanceId}/messages`;
		const write = async (content: string, from = ANA): Promise<string> =>
			(await gateway.post(path, { from, content })).text('data.messageId');
		await write('1');
		const edited = await write('at sixx');
		const deleted = await write('never mind');
		const onlyOne = await write('a mistake', BEN);
		await gateway.patch(`${path}/${edited}`, { content: 'at six' });
		await gateway.delete(`${path}/${deleted}`);
		await gateway.delete(`${path}/${onlyOne}`);
		clock.advance(10_000);
		await statuses('joined', 'joined', 'cancelled', 'cancelled', 'success');
		expect(receiver.requests.map(joined)).toEqual([['1', 'at six']]);
		expect(receiver.requests[0]?.at('data.content')).toBe('at six');
	});

	it('delivers a burst once when the gateway is restarted in its middle', async () => {
		await receive('1');
		clock.advance(5000);
		gateway = await gateway.restart();
		await receive('2');
		expect(receiver.requests).toHaveLength(0);
		clock.advance(10_000);
		const requests = await receiver.count(1);
		expect(requests.map(joined)).toEqual([['1', '2']]);
		await statuses('joined', 'joined', 'success');
		gateway = await gateway.restart();
		clock.advance(60_000);
		await receive('3');
		clock.advance(10_000);
		expect((await receiver.count(2)).map(joined)).toEqual([['1', '2'], ['3']]);
	});

	it('ends a burst at its longest time, and at its most messages', async () => {
		await setQueueSettings(gateway.folder, webhookId, { collectSeconds: 300 });
		for (let minute = 0; minute < 60; minute += 4) {
			await receive(String(minute));
			clock.advance(4 * 60_000);
		}
		const [first] = await receiver.count(1);
		expect(joined(first)).toHaveLength(15);
		for (let number = 0; number < 100; number += 1) await receive(String(number));
		const requests = await receiver.count(2);
		expect(joined(requests[1])).toEqual(Array.from({ length: 100 }, (_, number) => String(number)));
	});

	it('delivers other events at once', async () => {
		await receive('1');
		await gateway.post('/v1/messages/send', { instanceId, to: ANA, message: 'Hello' });
		const [request] = await receiver.count(1);
		expect(request?.at('event')).toBe('message.sent');
		await statuses('collecting', 'success');
	});

	it('ends the burst before another event of the chat where it is ordered too', async () => {
		await setQueueSettings(gateway.folder, webhookId, { ordered: true });
		receiver.answer((response) => response.writeHead(500).end());
		await receive('1');
		await receive('2');
		await gateway.post('/v1/messages/send', { instanceId, to: ANA, message: 'Hello' });
		await statuses('joined', 'joined', 'pending', 'waiting');
		await receive('3');
		receiver.answer((response) => response.end());
		clock.advance(3_600_000);
		const requests = await receiver.count(4);
		expect(requests.map((request) => request.at('event'))).toEqual([
			'message.received',
			'message.received',
			'message.sent',
			'message.received',
		]);
		expect(contents(requests)).toEqual(['2', '2', 'Hello', '3']);
	});

	it('delivers the collected messages at once when it no longer collects', async () => {
		await receive('1');
		await statuses('collecting');
		await setQueueSettings(gateway.folder, webhookId, { collectSeconds: null });
		clock.advance(5000);
		const [request] = await receiver.count(1);
		expect(joined(request)).toEqual(['1']);
	});
});
