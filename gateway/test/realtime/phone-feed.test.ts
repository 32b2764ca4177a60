import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { runGateway } from '../support/gateway-process.ts';
import {
	API_KEY,
	connectedInstance,
	sendText,
	startTestGateway,
	type TestGateway,
} from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { createKey } from '../support/keys.ts';
import { until } from '../support/until.ts';

const NUMBER = '4915112345678';
const OTHER = '4915112345679';

describe('the phone feed', () => {
	let gateway: TestGateway;
	let instanceId: string;
	const open = new Set<WebSocket>();

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
		await gateway.put(`/simulator/v1/phones/${NUMBER}`, { reads: 'by_hand' });
		await gateway.put(`/simulator/v1/phones/${OTHER}`, {});
	});
	afterAll(() => gateway.close());
	afterEach(() => {
		for (const socket of open) socket.terminate();
		open.clear();
	});

	/** Subscribes to a phone; returns the messages received from then on. */
	async function subscribe(url: string, number: string, apiKey = API_KEY) {
		const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/realtime`);
		open.add(socket);
		const messages: unknown[] = [];
		socket.on('message', (content: Buffer) => messages.push(JSON.parse(content.toString())));
		await until('the connection', () => socket.readyState === WebSocket.OPEN);
		socket.send(JSON.stringify({ type: 'subscribe', channel: `phone:${number}`, apiKey }));
		await until('the first answer', () => messages.length > 0);
		return {
			first: messages[0],
			waitFor: (data: Record<string, unknown>) =>
				until(`a message with ${JSON.stringify(data)}`, () =>
					messages.some((message) =>
						Object.entries(data).every(([name, value]) => at(message, `data.${name}`) === value),
					),
				),
			kinds: () => messages.map((message) => at(message, 'data.kind')),
		};
	}

	it('sends received and sent messages, read receipts and typing in the chats of a phone', async () => {
		const phone = await subscribe(gateway.url, NUMBER);
		const other = await subscribe(gateway.url, OTHER);
		expect(phone.first).toEqual({ type: 'subscribed', channel: `phone:${NUMBER}` });
		const chatId = `${NUMBER}@s.whatsapp.net`;

		const path = `/simulator/v1/phones/${NUMBER}`;
		const received = await gateway.post(`${path}/messages`, { instanceId, content: 'Hello' });
		await phone.waitFor({ kind: 'message', messageId: received.at('data.messageId'), instanceId, chatId });
		await gateway.post(`/v1/messages/chats/${chatId}/read`, { instanceId });
		await phone.waitFor({ kind: 'read', instanceId, chatId });
		const own = (await gateway.get(`/v1/instances/${instanceId}`)).at('data.phone');
		await gateway.post(`/v1/messages/chats/${chatId}/typing`, { instanceId });
		await phone.waitFor({ kind: 'typing', instanceId, chatId, from: own });
		const messageId = await sendText(gateway, instanceId, NUMBER);
		await phone.waitFor({ kind: 'message', messageId });
		await gateway.put(path, { name: 'Ada' });
		await phone.waitFor({ kind: 'phone' });
		expect(other.kinds()).toEqual([undefined]);
	});

	it('sends what concerns an instance to keys for this instance', async () => {
		const apiKey = await createKey(gateway.folder, { instances: [await connectedInstance(gateway)] });
		const [all, limited] = [
			await subscribe(gateway.url, NUMBER),
			await subscribe(gateway.url, NUMBER, apiKey),
		];
		const path = `/simulator/v1/phones/${NUMBER}`;
		await gateway.post(`${path}/messages`, { instanceId, content: 'Hello' });
		await all.waitFor({ kind: 'message', instanceId });
		await gateway.put(path, { name: 'Grace' });
		await limited.waitFor({ kind: 'phone' });
		expect(limited.kinds()).toEqual([undefined, 'phone']);
	});

	it('sends the messages of a group to the phones in it', async () => {
		const groups = `/simulator/v1/instances/${instanceId}/groups`;
		const created = await gateway.post(groups, { from: NUMBER, name: 'Neighbours', participants: [] });
		const groupId = created.text('data.id');
		const [phone, other] = [await subscribe(gateway.url, NUMBER), await subscribe(gateway.url, OTHER)];
		await gateway.post(`/simulator/v1/phones/${NUMBER}/typing`, { instanceId, groupId });
		await phone.waitFor({ kind: 'typing', chatId: groupId, from: NUMBER });
		await gateway.post(`${groups}/${groupId}/participants`, { action: 'add', participants: [OTHER] });
		await gateway.post(`/simulator/v1/phones/${NUMBER}/messages`, { instanceId, groupId, content: 'Hi' });
		await other.waitFor({ kind: 'message', chatId: groupId });
		expect(other.kinds()).not.toContain('typing');
	});

	it('requires the scope instances:write', async () => {
		const created = await runGateway(['keys', 'create', '--name', 'Reader', '--scopes', 'messages:read'], {
			GATEWAY_DATA_DIR: gateway.folder,
		});
		const key = /^mgw_\w+$/m.exec(created.stdout)?.[0];
		const { first } = await subscribe(gateway.url, NUMBER, key);
		expect(at(first, 'error')).toEqual({
			code: 'insufficient_permissions',
			message: 'This API key lacks the scope instances:write.',
		});
	});

	it('exists on the simulated network only', async () => {
		const whatsapp = await startTestGateway({ environment: { GATEWAY_NETWORK: 'whatsapp' } });
		try {
			const { first } = await subscribe(whatsapp.url, NUMBER);
			expect(at(first, 'error.code')).toBe('invalid_parameters');
			expect((await whatsapp.get('/simulator/v1/phones')).at('error.code')).toBe('not_found');
		} finally {
			await whatsapp.close();
		}
	});
});
