import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

describe('the webhook of a waiting execution of n8n', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let webhookId: string;
	beforeEach(async () => {
		receiver = await startReceiver();
		gateway = await startTestGateway();
		const webhook = { url: receiver.url, events: ['message.received'] };
		webhookId = (await gateway.post('/v1/webhooks', webhook)).text('data.id');
	});
	afterEach(async () => {
		await gateway.close();
		await receiver.close();
	});

	/** Lets a message arrive that n8n answers with this. Returns the delivery and the status of the webhook after that. */
	async function receiveMessage(status: number, body: string): Promise<unknown> {
		receiver.answer((response) => response.writeHead(status).end(body));
		const instanceId = await connectedInstance(gateway);
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'Yes',
		});
		const delivery = await until('the attempt to be recorded', async () => {
			const answer = await gateway.get(`/v1/webhooks/${webhookId}/deliveries`);
			const [first] = answer.at('data.deliveries') as Record<string, unknown>[];
			return first?.lastStatusCode === status && first;
		});
		const webhook = (await gateway.get(`/v1/webhooks/${webhookId}`)).at('data') as Record<string, unknown>;
		return { delivery: delivery.status, webhook: webhook.status };
	}

	it.each([
		['was stopped, or has failed', 409, 'The execution "12" has finished with error.'],
		['has finished', 409, 'The execution "12 has finished already.'],
		['was deleted', 404, 'The execution "12" does not exist.'],
	])('becomes inactive when n8n answers that it %s', async (_what, status, message) => {
		const result = await receiveMessage(status, JSON.stringify({ code: status, message }));
		expect(result).toEqual({ delivery: 'failed', webhook: 'inactive' });
	});

	it('becomes inactive when n8n answers that it went on without an answer', async () => {
		const page = `<html lang='en'><head><link href='https://n8n.io/favicon.ico' />
			<title>No action required</title></head><body></body></html>`;
		expect(await receiveMessage(200, page)).toEqual({ delivery: 'failed', webhook: 'inactive' });
	});

	it('stays active when it answers 200 with another page', async () => {
		const page = '<html><head><title>n8n</title></head><body>No action required</body></html>';
		expect(await receiveMessage(200, page)).toEqual({ delivery: 'success', webhook: 'active' });
	});

	it.each([
		[
			'that it is running already',
			409,
			'{"code":409,"message":"The execution \\"12\\" is running already."}',
		],
		[
			'that no workflow is there yet',
			404,
			'{"code":404,"message":"The requested webhook is not registered."}',
		],
		['the same with another status', 500, '{"code":500,"message":"The execution \\"12\\" does not exist."}'],
		['something else than JSON', 404, 'The execution "12" does not exist.'],
		['null', 404, 'null'],
	])('is delivered to again when n8n answers %s', async (_what, status, body) => {
		expect(await receiveMessage(status, body)).toEqual({ delivery: 'pending', webhook: 'active' });
	});
});
