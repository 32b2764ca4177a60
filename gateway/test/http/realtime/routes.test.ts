import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { API_KEY, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { metricsOf } from '../../support/metrics.ts';
import { until } from '../../support/until.ts';

/** As many messages as may wait. */
const BURST = 32;

describe('a connection to the real-time channel', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let socket: WebSocket;
	let answers: unknown[];
	let closed: Promise<unknown[]>;

	async function connect(environment: Record<string, string> = {}): Promise<void> {
		gateway = await startTestGateway({ clock, environment });
		socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`);
		socket.on('message', (content: Buffer) => {
			answers.push(JSON.parse(content.toString()));
		});
		closed = once(socket, 'close');
		await once(socket, 'open');
	}
	const subscribe = (apiKey?: string): void => {
		socket.send(JSON.stringify({ type: 'subscribe', channel: 'events', apiKey }));
	};
	const codes = (): unknown[] => answers.map((answer) => at(answer, 'error.code'));

	beforeEach(() => {
		clock = createManualClock();
		answers = [];
	});
	afterEach(async () => {
		socket.terminate();
		await gateway.close();
	});

	it('gets answers to a burst of messages one by one, in their order', async () => {
		await connect();
		for (let pair = 0; pair < BURST / 2; pair += 1) {
			socket.send('no JSON');
			socket.send(JSON.stringify({ type: 'ask', channel: 'events' }));
		}
		await until('the answers', () => answers.length === BURST);
		const pair = ['Send JSON text.', '"type" must be subscribe or unsubscribe.'];
		expect(answers.map((answer) => at(answer, 'error.message'))).toEqual(
			Array.from({ length: BURST / 2 }, () => pair).flat(),
		);
	});

	it('gets a pong for a ping, also before it has identified itself', async () => {
		await connect();
		socket.send(JSON.stringify({ type: 'ping' }));
		await until('the answer', () => answers.length === 1);
		expect(answers).toEqual([{ type: 'pong' }]);
	});

	it('is closed when more messages wait than it may send at once', async () => {
		await connect();
		for (let count = 0; count < 1000; count += 1) subscribe(API_KEY);
		expect((await closed)[0]).toBe(1008);
		expect(codes()).toContain('rate_limit_exceeded');
		expect((await metricsOf(gateway)).get('gateway_requests_refused_total{reason="realtime_flood"}')).toBe(1);
	});

	it.each([
		['that is too large', 'x'.repeat(5000), true, 1009],
		['that is not masked', 'ask', false, 1002],
	])(
		'is closed after a frame %s, which is counted and is no error of the gateway',
		async (_what, text, mask, code) => {
			await connect();
			socket.send(text, { mask });
			expect((await closed)[0]).toBe(code);
			expect(
				(await metricsOf(gateway)).get('gateway_requests_refused_total{reason="malformed_request"}'),
			).toBe(1);
			expect(gateway.logged.filter((line) => Number(at(JSON.parse(line), 'level')) >= 50)).toEqual([]);
		},
	);

	it.each(['status', 'events'])('names no channel with a null character: %s', async (kind) => {
		await connect();
		const channel = `instance:inst_\0:${kind}`;
		socket.send(JSON.stringify({ type: 'subscribe', channel, apiKey: API_KEY }));
		await until('the answer', () => answers.length === 1);
		expect(codes()).toEqual(['invalid_parameters']);
		expect(gateway.logged.filter((line) => Number(at(JSON.parse(line), 'level')) >= 50)).toEqual([]);
	});

	it('is closed when it sends more messages in a minute than the operator allows', async () => {
		await connect({ GATEWAY_RATE_LIMITS: 'realtime=3' });
		// The first message is counted for the address, before the key is known.
		for (let count = 0; count < 5; count += 1) {
			subscribe(API_KEY);
			await until('an answer', () => answers.length > count);
		}
		expect((await closed)[0]).toBe(1008);
		expect(codes()).toEqual([undefined, undefined, undefined, undefined, 'rate_limit_exceeded']);
	});

	it('subscribes to a hundred phones at most', async () => {
		await connect();
		const phone = (type: string, number: number) => {
			socket.send(JSON.stringify({ type, channel: `phone:${number}`, apiKey: API_KEY }));
			return until('the answer', () => answers.pop());
		};
		for (let number = 1; number <= 100; number += 1) await phone('subscribe', number);
		expect(at(await phone('subscribe', 101), 'error.code')).toBe('invalid_parameters');
		expect(at(await phone('subscribe', 100), 'type')).toBe('subscribed');
		await phone('unsubscribe', 7);
		expect(at(await phone('subscribe', 101), 'type')).toBe('subscribed');
	});

	it('is closed when its client sends no key within ten seconds', async () => {
		await connect();
		clock.advance(9999);
		expect(socket.readyState).toBe(WebSocket.OPEN);
		clock.advance(1);
		expect((await closed)[0]).toBe(4401);
		expect(codes()).toEqual(['missing_api_key']);
	});

	it('stays open after ten seconds when its client has a valid key', async () => {
		await connect();
		subscribe(API_KEY);
		await until('the subscription', () => answers.length === 1);
		clock.advance(10_000);
		subscribe(API_KEY);
		await until('the other answer', () => answers.length === 2);
		expect(codes()).toEqual([undefined, undefined]);
	});
});

describe('the real-time channel', () => {
	it('refuses the connections of a client that has a hundred', async () => {
		const gateway = await startTestGateway();
		const url = `${gateway.url.replace('http', 'ws')}/v1/realtime`;
		const open = Array.from({ length: 100 }, () => new WebSocket(url));
		await Promise.all(open.map((socket) => once(socket, 'open')));
		const [, response] = (await once(new WebSocket(url), 'unexpected-response')) as [
			unknown,
			{ statusCode: number },
		];
		expect(response.statusCode).toBe(429);
		open[0]?.terminate();
		await until('room for another', async () => {
			const socket = new WebSocket(url);
			socket.on('error', () => undefined);
			await Promise.race([once(socket, 'open'), once(socket, 'close')]).catch(() => undefined);
			return socket.readyState === WebSocket.OPEN;
		});
		await gateway.close();
	});
});
