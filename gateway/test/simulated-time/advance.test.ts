import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { openOwner } from '../support/owner.ts';
import { simulatedOfficialInstance } from '../support/official/simulated-official.ts';
import { setTakeover, writeOnPhone } from '../support/takeover.ts';
import { createClient } from '../support/client.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const ANA = '4915112345678';
/** The specification's delays between the six attempts, each with up to a tenth more. */
const LADDER = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];

describe('advancing the simulated time', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeEach(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	const advance = (by: string) => gateway.post('/simulator/v1/clock', { advance: by });
	const simulatedNow = async (): Promise<number> =>
		Date.parse((await gateway.get('/simulator/v1/clock')).text('data.now'));
	const receive = (content: string, instance = instanceId) =>
		gateway.post(`/simulator/v1/instances/${instance}/messages`, { from: ANA, content });
	const createWebhook = async (events: string[]): Promise<string> =>
		(await gateway.post('/v1/webhooks', { url: receiver.url, events })).text('data.id');
	const kindsIn = (answer: { body: unknown }): unknown[] =>
		(at(answer.body, 'data.passed') as unknown[]).map((due) => at(due, 'kind'));

	it('is the real time until it is moved, and runs on from there', async () => {
		const before = await gateway.get('/simulator/v1/clock');
		expect(before.at('data.ahead')).toBe(0);
		const moved = await advance('1d2h3m4s');
		expect(moved.status).toBe(200);
		const by = 24 * HOUR + 2 * HOUR + 3 * MINUTE + 4 * SECOND;
		expect(moved.at('data.remaining')).toBe(0);
		expect(Number(moved.at('data.ahead'))).toBeGreaterThan(by - MINUTE);
		expect(Date.parse(moved.text('data.now')) - Date.parse(before.text('data.now'))).toBeGreaterThanOrEqual(
			by,
		);
		expect(Math.abs(Date.parse(moved.text('data.realTime')) - Date.now())).toBeLessThan(MINUTE);
	});

	it.each(['', '0s', '32d', '-1h', '1', 'tomorrow', '1h1d'])('refuses to move by %j', async (by) => {
		const refused = await advance(by);
		expect([refused.status, refused.at('error.code')]).toEqual([400, 'invalid_parameters']);
	});

	it('makes each attempt of the retry schedule at its own time', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		const webhookId = await createWebhook(['message.received']);
		const begun = await simulatedNow();
		await receive('Hello');
		const moved = await advance('8h');
		expect(receiver.requests).toHaveLength(6);
		expect(receiver.requests.map(({ headers }) => headers['x-service-attempt'])).toEqual([
			'1',
			'2',
			'3',
			'4',
			'5',
			'6',
		]);
		expect(kindsIn(moved).filter((kind) => kind === 'delivery')).toHaveLength(5);
		const deliveries = await gateway.get(`/v1/webhooks/${webhookId}/deliveries`);
		const id = at(at(deliveries.body, 'data.deliveries.0'), 'id') as string;
		const path = `/v1/webhooks/${webhookId}/deliveries/${id}`;
		const attempts = (await gateway.get(path)).at('data.attempts') as unknown[];
		const times = attempts.map((attempt) => Date.parse(String(at(attempt, 'startedAt'))));
		let earliest = begun;
		for (const [index, time] of times.sort((a, b) => a - b).entries()) {
			expect(time).toBeGreaterThanOrEqual(earliest);
			earliest = time + (LADDER[index] ?? 0);
		}
		// A receiver lives in real time: it would refuse a signature that is hours old, or of the future.
		for (const { headers } of receiver.requests) {
			expect(Math.abs(Number(headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(5 * MINUTE);
		}
	});

	it('sends each scheduled message of a day at its own time', async () => {
		await createWebhook(['message.sent']);
		const begun = await simulatedNow();
		const times = [20, 3, 9, 14].map((hour) => new Date(begun + hour * HOUR).toISOString());
		for (const sendAt of times) await sendText(gateway, instanceId, ANA, `At ${sendAt}`, { sendAt });
		const moved = await advance('24h');
		const sent = receiver.requests.filter((request) => request.at('event') === 'message.sent');
		expect(sent).toHaveLength(4);
		const inOrder = [...times].sort();
		for (const [index, request] of sent.entries()) {
			const late = Date.parse(String(request.at('timestamp'))) - Date.parse(inOrder[index] ?? '');
			expect(late).toBeGreaterThanOrEqual(0);
			expect(late).toBeLessThan(MINUTE);
		}
		expect(kindsIn(moved)).toEqual(expect.arrayContaining(Array(4).fill('scheduled_message')));
	});

	it('moves to the next due work, and no further', async () => {
		const due = (await simulatedNow()) + 5 * HOUR;
		await sendText(gateway, instanceId, ANA, 'Later', { sendAt: new Date(due).toISOString() });
		expect((await gateway.get('/simulator/v1/clock')).at('data.next')).toEqual({
			kind: 'scheduled_message',
			at: new Date(due).toISOString(),
		});
		const moved = await advance('next');
		expect(Date.parse(moved.text('data.now')) - due).toBeLessThan(MINUTE);
		expect(kindsIn(moved)).toEqual(['scheduled_message']);
	});

	it('expires messages that could not be sent within 24 hours', async () => {
		const due = (await simulatedNow()) + HOUR;
		const messageId = await sendText(gateway, instanceId, ANA, 'Late', {
			sendAt: new Date(due).toISOString(),
		});
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		await advance('24h59m');
		expect(at(await statusOf(gateway, messageId), 'status')).toBe('queued');
		const moved = await advance('2m');
		expect(kindsIn(moved)).toEqual(['message_expiry']);
		expect(await statusOf(gateway, messageId)).toMatchObject({
			status: 'failed',
			error: { code: 'expired' },
		});
	});

	it('closes the 24-hour window of an official instance', async () => {
		const official = await simulatedOfficialInstance(gateway);
		await receive('Hello', official);
		await advance('23h59m');
		const inTime = await sendText(gateway, official, ANA);
		await advance('2m');
		expect(at(await statusOf(gateway, inTime), 'status')).toBe('read');
		const late = await sendText(gateway, official, ANA);
		await advance('1s');
		expect(await statusOf(gateway, late)).toMatchObject({
			status: 'failed',
			error: { code: 'reengagement_window_closed' },
		});
	});

	it('releases a chat to the bot when its owner has written nothing for long enough', async () => {
		await createWebhook(['chat.released']);
		await setTakeover(gateway, instanceId, '30m');
		await writeOnPhone(gateway, instanceId, ANA);
		await advance('29m');
		expect(receiver.requests).toHaveLength(0);
		const moved = await advance('2m');
		expect(kindsIn(moved)).toContain('chat_release');
		expect(receiver.requests.map((request) => request.at('event'))).toEqual(['chat.released']);
	});

	it('removes expired data', async () => {
		gateway = await gateway.restart({ GATEWAY_RETENTION_MESSAGES: '7d' });
		const messageId = (await receive('Hello')).text('data.messageId');
		await advance('6d23h');
		expect((await gateway.get(`/v1/messages/${messageId}`)).status).toBe(200);
		await advance('2h');
		expect((await gateway.get(`/v1/messages/${messageId}`)).status).toBe(404);
	});

	it('lets keys expire, and signs nobody out', async () => {
		const browser = await openOwner(gateway);
		const expiresAt = new Date((await simulatedNow()) + 40 * 24 * HOUR).toISOString();
		const created = await browser.post('/admin/v1/keys', {
			name: 'Short',
			scopes: ['instances:read'],
			expiresAt,
		});
		const key = createClient(gateway.url, created.text('data.key'));
		await advance('31d');
		expect((await key.get('/v1/instances')).status).toBe(200);
		await advance('10d');
		expect((await key.get('/v1/instances')).status).toBe(401);
		expect((await browser.get('/admin/v1/session')).status).toBe(200);
	});

	it('continues at the simulated time after a restart, and never earlier', async () => {
		const due = (await simulatedNow()) + 30 * HOUR;
		const messageId = await sendText(gateway, instanceId, ANA, 'Later', {
			sendAt: new Date(due).toISOString(),
		});
		await advance('29h');
		const before = await simulatedNow();
		gateway = await gateway.restart();
		expect(await simulatedNow()).toBeGreaterThanOrEqual(before);
		const webhook = await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
		expect(webhook.status).toBe(201);
		await advance('59m');
		expect(receiver.requests).toHaveLength(0);
		await advance('1m');
		expect(receiver.requests.map((request) => request.at('data.messageId'))).toEqual([messageId]);
	});
});
