import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

/** The response of n8n 2.41 to every request while it migrates its database. */
const STARTING = 'n8n is starting up. Please wait';

describe('an n8n that is starting', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	beforeEach(async () => {
		clock = createManualClock();
		receiver = await startReceiver();
		gateway = await startTestGateway({ clock });
	});
	afterEach(async () => {
		await gateway.close();
		await receiver.close();
	});

	/** Registers the webhook and lets a message arrive. Returns how to read its delivery. */
	async function receiveMessage(): Promise<() => Promise<Record<string, unknown> | undefined>> {
		const instanceId = await connectedInstance(gateway);
		const created = await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		const message = { from: '4915112345678', content: 'Hello' };
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		return async () => {
			const answer = await gateway.get(`/v1/webhooks/${created.text('data.id')}/deliveries`);
			return (answer.at('data.deliveries') as Record<string, unknown>[])[0];
		};
	}

	it('gets an event again that it answered with 200 before a workflow could receive it', async () => {
		receiver.answer((response) => response.end(STARTING));
		const readDelivery = await receiveMessage();

		const pending = await until('the attempt to be recorded', async () => {
			const delivery = await readDelivery();
			return typeof delivery?.lastError === 'string' && delivery;
		});
		expect(pending).toMatchObject({
			status: 'pending',
			lastError: 'n8n is starting: it answered, but no workflow has received the event.',
		});

		receiver.answer((response) => response.end('{"message":"Workflow was started"}'));
		clock.advance(Date.parse(String(pending.nextAttemptAt)) - clock.now());
		const [first, second] = await receiver.count(2);
		expect(second?.raw).toBe(first?.raw);
		await until('the delivery to succeed', async () => (await readDelivery())?.status === 'success');
	});

	it.each([
		['a longer text', 200, `${STARTING}!`],
		['another success', 202, STARTING],
	])('is not recognised by %s', async (_what, status, text) => {
		receiver.answer((response) => response.writeHead(status).end(text));
		const readDelivery = await receiveMessage();
		await until('the delivery to succeed', async () => (await readDelivery())?.status === 'success');
	});
});
