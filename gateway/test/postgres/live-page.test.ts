import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { temporaryFolder } from '../support/data-folder.ts';
import { endListening } from '../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance, sendText } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { openBrowser, PASSWORD, type Browser } from '../support/owner.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

describe('the page of one of two gateways on one database', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let receiver: Receiver;
	let first: GatewayProcess;
	let second: GatewayProcess;
	let browser: Browser;
	let socket: WebSocket;
	let heard: unknown[];

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		receiver = await startReceiver();
		const settings = { GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0' };
		first = await startGatewayProcess(folder, settings);
		second = await startGatewayProcess(folder, settings);
		// Either link is good, at either gateway.
		const token = /#\/setup\/(\S+)/.exec(first.output().stdout)?.[1];
		browser = openBrowser(second);
		expect((await browser.post('/admin/v1/setup', { token, password: PASSWORD })).status).toBe(201);
		heard = [];
		socket = new WebSocket(`${second.url.replace('http', 'ws')}/v1/realtime`, {
			headers: { cookie: browser.cookie(), origin: second.url },
		});
		socket.on('message', (content: Buffer) => heard.push(JSON.parse(content.toString())));
		await until('the connection to open', () => socket.readyState === WebSocket.OPEN);
	});
	afterEach(async () => {
		socket.terminate();
		await first.end('SIGTERM');
		await second.end('SIGTERM');
		await receiver.close();
		await remove();
	});

	const listen = async (channel: string) => {
		socket.send(JSON.stringify({ type: 'subscribe', channel }));
		await until(`to be subscribed to ${channel}`, () =>
			heard.some((message) => at(message, 'type') === 'subscribed' && at(message, 'channel') === channel),
		);
	};
	const hears = (kind: string, messageId: string) =>
		until(
			`${kind} of ${messageId}`,
			() =>
				heard.find(
					(message) =>
						at(message, 'data.kind') === kind && at(message, 'data.payload.data.messageId') === messageId,
				) ?? null,
		);

	it('tells at once what happens at the other', async () => {
		const instanceId = await connectedInstance(first);
		const hook = { url: receiver.url, events: ['message.read'], instanceId };
		const webhookId = (await first.post('/v1/webhooks', hook)).text('data.id');
		await listen('events');
		await listen('deliveries');
		// The first may be told of before the other gateway knows that somebody listens.
		for (let count = 0; count < 3; count += 1) {
			const messageId = await sendText(first, instanceId, '4915112345678', `Number ${count}`);
			const read = await hears('message.read', messageId);
			await hears('message.sent', messageId);
			const eventId = at(read, 'data.eventId');
			const attempt = await until(`the delivery of ${String(eventId)}`, () =>
				heard.find(
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
		const ids = heard
			.filter((message) => at(message, 'type') === 'event')
			.map((event) => at(event, 'data.eventId'));
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('tells of a change at the other that could not be heard', async () => {
		const instanceId = await connectedInstance(first);
		await listen(`instance:${instanceId}:status`);
		await endListening(folder);
		expect((await first.post(`/v1/instances/${instanceId}/disconnect`)).status).toBe(200);
		await until('the status to be told', () =>
			heard.some((message) => at(message, 'data.status') === 'disconnected'),
		);
	});

	it('is cut off when the session is ended at the other', async () => {
		await listen('events');
		const closed = new Promise((resolve) => socket.once('close', resolve));
		const elsewhere = openBrowser(first);
		await elsewhere.signIn();
		expect((await elsewhere.delete('/admin/v1/sessions')).status).toBe(200);
		expect(await closed).toBe(4401);
		expect((await browser.get('/v1/instances')).at('error.code')).toBe('not_signed_in');
	});

	it('asks in its session for what the other has to answer', async () => {
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
