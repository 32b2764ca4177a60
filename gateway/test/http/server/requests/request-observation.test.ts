import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
	API_KEY,
	connectedInstance,
	sendText,
	startTestGateway,
	type TestGateway,
} from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { loggedLine } from '../../../support/logged-line.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';

const TO = '4915112345678';
const SECRET_TEXT = 'a text nobody else may read';

describe('the log', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	beforeAll(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.close();
	});

	const findLine = (text: string, fields: Record<string, unknown>) => loggedLine(gateway, text, fields);

	it('connects a request to its message, its event and the attempt to deliver it', async () => {
		const answer = await gateway.post('/v1/messages/send', { instanceId, to: TO, message: SECRET_TEXT });
		const requestId = answer.headers.get('x-request-id');
		const request = await findLine('request answered', { requestId });
		expect(request).toMatchObject({
			method: 'POST',
			route: '/v1/messages/send',
			status: 202,
			messageId: answer.text('messageId'),
			keyId: expect.stringMatching(/^key_/),
			duration: expect.any(Number),
		});
		const messageId = answer.text('messageId');
		await findLine('message accepted', { messageId });
		const event = await findLine('event recorded', { messageId, event: 'message.sent' });
		await findLine('delivery attempted', { eventId: at(event, 'eventId'), statusCode: 200 });
	});

	it('names the pattern of a route, and logs probes at the level trace', async () => {
		const refused = await gateway.get('/v1/instances/inst_1?token=do-not-log-this');
		const requestId = refused.headers.get('x-request-id');
		expect(await findLine('request answered', { requestId })).toMatchObject({
			level: 30,
			route: '/v1/instances/:instanceId',
			status: 404,
		});
		const probe = await gateway.request('/livez', {});
		const probed = await findLine('request answered', { requestId: probe.headers.get('x-request-id') });
		expect(at(probed, 'level')).toBe(10);
	});

	it('names the address and the beginning of the key of a refused request', async () => {
		const request = (authorization: string) => gateway.request('/v1/health', { headers: { authorization } });
		const ours = await request('Bearer mgw_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
		expect(await findLine('request refused', { requestId: ours.headers.get('x-request-id') })).toMatchObject({
			level: 30,
			reason: 'invalid_api_key',
			address: '127.0.0.1',
			key: 'mgw_ABCD',
			route: '/v1/health',
		});
		const foreign = await request('Basic dXNlcjpwYXNzd29yZA==');
		expect(
			at(await findLine('request refused', { requestId: foreign.headers.get('x-request-id') }), 'key'),
		).toMatch(/^sha256:[0-9a-f]{8}$/);
	});

	it('has at most sixty lines a minute about refused requests', async () => {
		const clock = createManualClock();
		const flooded = await startTestGateway({ clock });
		const lines = () => flooded.logged.filter((line) => line.includes('"request refused"'));
		for (let count = 0; count < 100; count += 1) await flooded.request('/v1/health', {});
		expect(lines()).toHaveLength(60);
		clock.advance(60_000);
		await flooded.request('/v1/health', {});
		await until('the next line', () => lines().length === 61);
		expect(JSON.parse(lines().at(-1) ?? '')).toMatchObject({ suppressed: 40 });
		await flooded.close();
	});

	it('contains no key, no text of a message and no query', async () => {
		await sendText(gateway, instanceId, TO, SECRET_TEXT);
		await gateway.get('/v1/instances?limit=7&token=do-not-log-this');
		await gateway.request('/v1/health', { headers: { authorization: 'Bearer wrong-key-0123456789' } });
		await findLine('request answered', { status: 401 });
		const all = gateway.logged.join('\n');
		for (const secret of [API_KEY, SECRET_TEXT, 'do-not-log-this', 'wrong-key']) {
			expect(all).not.toContain(secret);
		}
	});
});
