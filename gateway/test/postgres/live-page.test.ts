import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { temporaryFolder } from '../support/data-folder.ts';
import { endListening } from '../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance, sendText } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { openBrowser, PASSWORD, type Browser } from '../support/owner.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';

describe('the page of one of two gateways on one database', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let receiver: Receiver;
	let first: GatewayProcess;
	let second: GatewayProcess;
	let browser: Browser;
	let socket: WebSocket;
	let messages: unknown[];

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		receiver = await startReceiver();
		const settings = { GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0' };
		first = await startGatewayProcess(folder, settings);
		second = await startGatewayProcess(folder, settings);
		// The links of both gateways are valid at either.
		const token = /#\/setup\/(\S+)/.exec(first.setupLink ?? '')?.[1];
		browser = openBrowser(second);
		expect((await browser.post('/admin/v1/setup', { token, password: PASSWORD })).status).toBe(201);
		messages = [];
		socket = new WebSocket(`${second.url.replace('http', 'ws')}/v1/realtime`, {
			headers: { cookie: browser.cookie(), origin: second.url },
		});
		socket.on('message', (content: Buffer) => messages.push(JSON.parse(content.toString())));
		await until('the connection to open', () => socket.readyState === WebSocket.OPEN);
	});
	afterEach(async () => {
		socket.terminate();
		await first.end('SIGTERM');
		await second.end('SIGTERM');
		await receiver.close();
		await remove();
	});

	const subscribe = async (channel: string) => {
		socket.send(JSON.stringify({ type: 'subscribe', channel, csrfToken: browser.csrfToken() }));
		await until(`to be subscribed to ${channel}`, () =>
			messages.some((message) => at(message, 'type') === 'subscribed' && at(message, 'channel') === channel),
		);
	};
	const waitForEvent = (kind: string, messageId: string) =>
		until(
			`${kind} of ${messageId}`,
			() =>
				messages.find(
					(message) =>
						at(message, 'data.kind') === kind && at(message, 'data.payload.data.messageId') === messageId,
				) ?? null,
		);

	it('receives the events and deliveries of the other gateway at once', async () => {
		const instanceId = await connectedInstance(first);
		const hook = { url: receiver.url, events: ['message.read'], instanceId };
		const webhookId = (await first.post('/v1/webhooks', hook)).text('data.id');
		await subscribe('events');
		await subscribe('deliveries');
		// The first event may be sent before the other gateway knows of the subscription.
		for (let count = 0; count < 3; count += 1) {
			const messageId = await sendText(first, instanceId, '4915112345678', `Number ${count}`);
			const read = await waitForEvent('message.read', messageId);
			await waitForEvent('message.sent', messageId);
			const eventId = at(read, 'data.eventId');
			const attempt = await until(`the delivery of ${String(eventId)}`, () =>
				messages.find(
					(message) => at(message, 'type') === 'delivery' && at(message, 'data.eventId') === eventId,
				),
			);
			expect(at(attempt, 'data')).toMatchObject({
				webhookId,
				status: 'success',
				attempt: 1,
				statusCode: 200,
			});
		}
		const ids = messages
			.filter((message) => at(message, 'type') === 'event')
			.map((event) => at(event, 'data.eventId'));
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('receives that a note was left at the other gateway', async () => {
		const instanceId = await connectedInstance(first);
		await sendText(first, instanceId, '4915112345678');
		await subscribe(`instance:${instanceId}:events`);
		const chatId = '4915112345678@s.whatsapp.net';
		await first.post(`/v1/chats/${chatId}/notes`, { instanceId, text: 'Call her back' });
		const changed = await until('the change of the notes', () =>
			messages.find((message) => at(message, 'type') === 'notes'),
		);
		expect(at(changed, 'data')).toEqual({ chatId });
	});

	it('receives that chats were changed at the other gateway', async () => {
		const instanceId = await connectedInstance(first);
		await sendText(first, instanceId, '4915112345678');
		await subscribe(`instance:${instanceId}:events`);
		const changed = await first.request('/v1/chats/4915112345678@s.whatsapp.net', {
			method: 'PATCH',
			headers: first.headers,
			body: JSON.stringify({ instanceId, archived: true }),
		});
		expect(changed.status).toBe(200);
		await until('the change of the chats', () => messages.some((message) => at(message, 'type') === 'chats'));
	});

	it('receives a status change of the other gateway whose notification was lost', async () => {
		const instanceId = await connectedInstance(first);
		await subscribe(`instance:${instanceId}:status`);
		await endListening(folder);
		expect((await first.post(`/v1/instances/${instanceId}/disconnect`)).status).toBe(200);
		await until('the status', () =>
			messages.some((message) => at(message, 'data.status') === 'disconnected'),
		);
	});

	it('loses its connection when its session ends at the other gateway', async () => {
		await subscribe('events');
		const closed = new Promise((resolve) => socket.once('close', resolve));
		const otherPage = openBrowser(first);
		await otherPage.signIn();
		await otherPage.confirm();
		expect((await otherPage.delete('/admin/v1/sessions')).status).toBe(200);
		expect(await closed).toBe(4401);
		expect((await browser.get('/v1/instances')).at('error.code')).toBe('not_signed_in');
	});

	it('forwards requests in its session to the gateway that drives the instance', async () => {
		const instanceId = await connectedInstance(first);
		const body = { instanceId, phones: ['4915112345678'] };
		const both = [browser, openBrowser(first)] as const;
		await both[1].signIn();
		for (const page of both) {
			const answer = await page.post('/v1/contacts/check', body);
			expect([answer.status, answer.at('data.0.exists')]).toEqual([200, true]);
		}
		expect((await browser.get('/admin/v1/system')).at('data.processes')).toBe(2);
	});
});
