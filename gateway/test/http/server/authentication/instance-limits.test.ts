import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { runGateway } from '../../../support/gateway-process.ts';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { at } from '../../../support/json.ts';
import { clientWith, createKey } from '../../../support/keys.ts';
import { PNG } from '../../../support/sample-files.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';

const PHONE = '4915112345678';
const UNKNOWN = 'inst_01jz0000000000000000000000';

describe('a key that is limited to instances', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let own: string;
	let other: string;
	let limited: Client;

	beforeAll(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		own = await connectedInstance(gateway, 'Own');
		other = await connectedInstance(gateway, 'Other');
		limited = await clientWith(gateway, { instances: [own] });
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.close();
	});

	const error = ({ status, at: inside }: Answer) => [status, inside('error.code'), inside('error.message')];
	const idsIn = ({ at: inside }: Answer) => (inside('data') as unknown[]).map((item) => at(item, 'id'));
	const register = (client: Client, more: Record<string, unknown>) =>
		client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'], ...more });

	it('is created only for instances that exist', async () => {
		const args = ['keys', 'create', '--name', 'A', '--instances', `${own},${UNKNOWN}`];
		const { code, stderr } = await runGateway(args, { GATEWAY_DATA_DIR: gateway.folder });
		expect(code).not.toBe(0);
		expect(stderr).toContain(`There is no instance "${UNKNOWN}"`);
		const { stdout } = await runGateway(['keys', 'list'], { GATEWAY_DATA_DIR: gateway.folder });
		expect(stdout).toContain(`full access  only ${own}`);
	});

	it('sees its instances in lists and counts', async () => {
		const listed = await limited.get('/v1/instances');
		expect([idsIn(listed), listed.at('pagination.total')]).toEqual([[own], 1]);
		expect((await limited.get('/v1/instances?status=connected')).at('pagination.total')).toBe(1);
		const before = Number((await limited.get('/v1/usage')).at('data.messagesToday'));
		const messageId = await sendText(gateway, other, PHONE);
		await until(
			'the message to be sent',
			async () => (await gateway.get(`/v1/messages/${messageId}/status`)).at('data.status') !== 'queued',
		);
		const usage = await limited.get('/v1/usage');
		expect(usage.at('data')).toMatchObject({ instances: { used: 1 }, messagesToday: before });
	});

	it('gets the error for an unknown id where it names another instance', async () => {
		for (const path of [
			'/v1/instances/{}',
			'/v1/instances/{}/status',
			'/v1/messages?instanceId={}',
			'/v1/contacts?instanceId={}',
		]) {
			const refused = error(await limited.get(path.replace('{}', other)));
			expect(refused).toEqual(error(await gateway.get(path.replace('{}', UNKNOWN))));
			expect(refused[0]).toBe(404);
			expect((await limited.get(path.replace('{}', own))).status).toBe(200);
		}
		const send = (instanceId: string) =>
			limited.post('/v1/messages/send', { instanceId, to: PHONE, message: 'Hello' });
		expect(error(await send(other))).toEqual(error(await send(UNKNOWN)));
		expect((await send(own)).status).toBe(202);
	});

	it('sees no message of another instance', async () => {
		const [ownMessage, otherMessage] = [
			await sendText(gateway, own, PHONE),
			await sendText(gateway, other, PHONE),
		];
		for (const path of ['', '/status', '/media']) {
			const refused = await limited.get(`/v1/messages/${otherMessage}${path}`);
			const unknown = await limited.get(`/v1/messages/msg_01jz0000000000000000000000${path}`);
			expect(error(refused)).toEqual(error(unknown));
			expect(refused.at('error.code')).toBe('message_not_found');
		}
		expect((await limited.get(`/v1/messages/${ownMessage}`)).status).toBe(200);
	});

	it('creates no instance', async () => {
		const refused = await limited.post('/v1/instances', { name: 'Mine' });
		expect(error(refused)).toEqual([
			403,
			'insufficient_permissions',
			expect.stringContaining('limited to some instances'),
		]);
	});

	it('registers webhooks for its instances, and sees no others', async () => {
		const ofOther = (await register(gateway, { instanceId: other })).text('data.id');
		const ofAll = (await register(gateway, {})).text('data.id');
		const mine = await register(limited, { instanceId: own });
		expect(mine.status).toBe(201);
		expect((await register(limited, {})).at('error.code')).toBe('invalid_parameters');
		expect((await register(limited, { instanceId: other })).at('error.code')).toBe('invalid_instance');
		expect(idsIn(await limited.get('/v1/webhooks'))).toEqual([mine.at('data.id')]);
		expect(idsIn(await limited.get(`/v1/webhooks?instanceId=${other}`))).toEqual([]);
		for (const id of [ofOther, ofAll]) {
			const path = `/v1/webhooks/${id}`;
			const unknown = error(await limited.get('/v1/webhooks/wh_01jz0000000000000000000000'));
			expect(error(await limited.get(path))).toEqual(unknown);
			expect(error(await limited.put(path, { name: 'Mine' }))).toEqual(unknown);
			expect(error(await limited.get(`${path}/deliveries`))).toEqual(unknown);
			expect(error(await limited.delete(path))).toEqual(unknown);
		}
		expect((await limited.get(`/v1/webhooks/${mine.text('data.id')}/logs`)).status).toBe(200);
	});

	it('sends no upload of another caller', async () => {
		const upload = async (client: Client) => {
			const form = new FormData();
			form.append('file', new Blob([PNG], { type: 'image/png' }), 'a.png');
			const { authorization = '' } = client.headers;
			const answer = await client.request('/v1/media', {
				method: 'POST',
				headers: { authorization },
				body: form,
			});
			return answer.text('data.mediaUrl');
		};
		const send = (mediaUrl: string) =>
			limited.post('/v1/messages/send', { instanceId: own, to: PHONE, mediaUrl, mediaType: 'image' });
		const foreign = await upload(gateway);
		expect(error(await send(foreign))).toEqual(error(await send('media:med_01jz0000000000000000000000')));
		expect((await send(await upload(limited))).status).toBe(202);
	});

	it('receives events of its instances only', async () => {
		const url = receiver.url;
		await register(gateway, { instanceId: other });
		await limited.post('/v1/webhooks', { url, events: ['message.received'], instanceId: own });
		const apiKey = await createKey(gateway.folder, { instances: [own] });
		const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`);
		const messages: unknown[] = [];
		socket.on('message', (content: Buffer) => messages.push(JSON.parse(content.toString())));
		await until('the connection to open', () => socket.readyState === WebSocket.OPEN);
		const subscribe = (channel: string) => {
			socket.send(JSON.stringify({ type: 'subscribe', channel, apiKey }));
		};
		subscribe(`instance:${other}:status`);
		subscribe(`instance:${other}:events`);
		subscribe(`instance:${UNKNOWN}:events`);
		subscribe('events');
		subscribe('deliveries');
		await until('all answers', () => messages.length === 5);
		const [status, events, unknown] = messages;
		expect([status, events]).toEqual([unknown, unknown]);
		expect(at(unknown, 'error.code')).toBe('instance_not_found');

		const receive = (instanceId: string) =>
			gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: PHONE, content: 'Hi' });
		const before = receiver.requests.length;
		await receive(other);
		await until('the deliveries of the other', () => receiver.requests.length > before);
		await receive(own);
		const count = (type: string) => messages.filter((message) => at(message, 'type') === type);
		await until(
			'its own event and delivery',
			() => count('event').length > 0 && count('delivery').length > 0,
		);
		const webhooks = idsIn(await limited.get('/v1/webhooks'));
		expect(new Set(count('event').map((message) => at(message, 'data.instanceId')))).toEqual(new Set([own]));
		for (const message of count('delivery')) expect(webhooks).toContain(at(message, 'data.webhookId'));
		socket.terminate();
	});

	it('keeps its limit when its instance is deleted', async () => {
		const shortLived = await connectedInstance(gateway, 'Short-lived');
		const client = await clientWith(gateway, { instances: [shortLived] });
		await gateway.delete(`/v1/instances/${shortLived}`);
		expect((await client.get('/v1/health')).status).toBe(200);
		expect(idsIn(await client.get('/v1/instances'))).toEqual([]);
		expect((await client.get(`/v1/instances/${own}`)).at('error.code')).toBe('instance_not_found');
	});
});
