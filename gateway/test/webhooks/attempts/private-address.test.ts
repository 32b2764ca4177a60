import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { loggedLine } from '../../support/logged-line.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const GUIDE = readFileSync(path.join(import.meta.dirname, '../../../../docs/troubleshooting.md'), 'utf8');

/** Returns the only line of the troubleshooting guide that has a text. */
function documented(part: string): string {
	const lines = GUIDE.split('\n').filter((line) => line.includes(part));
	expect(lines).toHaveLength(1);
	return lines.join();
}

describe('a webhook to a private address', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	beforeEach(async () => {
		receiver = await startReceiver();
		gateway = await startTestGateway();
	});
	afterEach(async () => {
		await gateway.close();
		await receiver.close();
	});

	it('is refused with the documented message, and with the code in the log', async () => {
		const answer = await gateway.post('/v1/webhooks', {
			url: 'https://10.1.2.3:8443/hook',
			events: ['message.sent'],
		});
		const message = answer.text('error.message');
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_webhook_url']);
		expect(message).toContain(documented('must lead to a public address, or to one'));
		expect(message).toContain('GATEWAY_ALLOW_PRIVATE_NETWORKS');
		expect(GUIDE).toContain('the code `invalid_webhook_url` with one of these messages');
		const requestId = answer.headers.get('x-request-id');
		expect(await loggedLine(gateway, 'request answered', { requestId })).toMatchObject({
			status: 400,
			code: 'invalid_webhook_url',
		});
		expect(gateway.logged.join('\n')).not.toContain('10.1.2.3');
	});

	it('is refused where it leads to the gateway itself, although its range is allowed', async () => {
		const answer = await gateway.post('/v1/webhooks', {
			url: `${gateway.url}/v1/messages/send`,
			events: ['message.sent'],
		});
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_webhook_url']);
	});

	it('gets no event when it is allowed no longer; its deliveries and the log have the documented sentence', async () => {
		const created = await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
		const webhookId = created.text('data.id');
		const instanceId = await connectedInstance(gateway);
		gateway = await gateway.restart({ GATEWAY_ALLOW_PRIVATE_NETWORKS: '' });
		await until('the instance to be connected again', async () => {
			const status = await gateway.get(`/v1/instances/${instanceId}/status`);
			return status.at('data.status') === 'connected';
		});
		await sendText(gateway, instanceId, '4915112345678');

		const sentence = documented('The address is not public.');
		await loggedLine(gateway, 'delivery attempted', { webhookId, statusCode: null, reason: sentence });
		const delivery = await until('the attempt to be recorded', async () => {
			const answer = await gateway.get(`/v1/webhooks/${webhookId}/deliveries`);
			const [latest] = answer.at('data.deliveries') as { status: string; lastError: string | null }[];
			return typeof latest?.lastError === 'string' && latest;
		});
		expect(delivery).toMatchObject({ status: 'pending', lastError: sentence });
		expect(receiver.requests).toEqual([]);
	});
});
