import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { API_KEY, sendText, startTestGateway, statusOf, type TestGateway } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

const OFFICIAL = { method: 'official', businessId: '1', phoneNumberId: '2', accessToken: 'token' };
const LATENCY = 500;

describe('an instance whose connection is being opened', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let instanceId: string;
	let told: unknown[];
	let socket: WebSocket;

	beforeEach(async () => {
		clock = createManualClock();
		const environment = { GATEWAY_SIMULATOR_LATENCY_MS: `${LATENCY},0,0` };
		gateway = await startTestGateway({ clock, environment });
		instanceId = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		await listen();
	});
	afterEach(async () => {
		socket.terminate();
		await gateway.close();
	});

	const path = () => `/v1/instances/${instanceId}`;
	const connect = (body: object = OFFICIAL) => gateway.post(`${path()}/connect`, body);
	const status = async () => (await gateway.get(`${path()}/status`)).at('data.status');
	const is = (wanted: string) => until(wanted, async () => (await status()) === wanted);
	/** Notes what the real-time channel tells from now on. */
	const listen = async () => {
		told = [];
		socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`);
		socket.on('message', (content: Buffer) => {
			const message: unknown = JSON.parse(content.toString());
			if (at(message, 'type') === 'status') told.push(at(message, 'data.status'));
		});
		await until('the connection to open', () => socket.readyState === WebSocket.OPEN);
		const channel = `instance:${instanceId}:status`;
		socket.send(JSON.stringify({ type: 'subscribe', channel, apiKey: API_KEY }));
		await until('the present status', () => told.length === 1);
	};
	const hears = async (wanted: string[]) => {
		await until(wanted.join(), () => told.length >= wanted.length);
		expect(told).toEqual(wanted);
	};

	it('is connecting until the network has answered, and the real-time channel tells both', async () => {
		const answer = connect();
		await hears(['disconnected', 'connecting']);
		expect(await status()).toBe('connecting');
		const listed = await gateway.get('/v1/instances?status=connecting');
		expect(listed.at('data.0.id')).toBe(instanceId);

		clock.advance(LATENCY);
		expect((await answer).body).toEqual({ success: true, status: 'connected' });
		await hears(['disconnected', 'connecting', 'connected']);
	});

	it('answers a wish for a QR code with what it is doing, and has none to scan', async () => {
		const first = connect();
		await is('connecting');
		expect((await connect({ method: 'qrcode' })).body).toEqual({ success: true, status: 'connecting' });
		const scan = await gateway.post(`/simulator${path()}/scan`);
		expect([scan.status, scan.at('error.code')]).toEqual([409, 'instance_disconnected']);
		clock.advance(LATENCY);
		await first;
	});

	it('can be disconnected, which ends the wait', async () => {
		const answer = connect();
		await is('connecting');
		const ended = await gateway.post(`${path()}/disconnect`);
		expect(ended.at('data.status')).toBe('disconnected');
		expect([(await answer).status, (await answer).at('error.code')]).toEqual([503, 'service_unavailable']);
		clock.advance(LATENCY);
		expect(await status()).toBe('disconnected');
		await hears(['disconnected', 'connecting', 'disconnected']);
	});

	it('can be deleted, and then there is nothing that connects', async () => {
		const answer = connect();
		await is('connecting');
		expect((await gateway.delete(path())).status).toBe(200);
		expect([404, 503]).toContain((await answer).status);
		expect((await gateway.get(path())).status).toBe(404);
	});

	it.each([OFFICIAL, { method: 'qrcode' }])(
		'can be deleted at the very moment it is asked for: %j',
		async (how) => {
			const quiet = clock.pending().length;
			for (let round = 0; round < 10; round += 1) {
				instanceId = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
				const answers = Promise.all([connect(how), gateway.delete(path())]);
				let over = false;
				void answers.finally(() => (over = true));
				await until('both answers', () => {
					clock.advance(LATENCY);
					return over;
				});
				const [connected, deleted] = await answers;
				expect(deleted.status).toBe(200);
				expect([200, 404, 503]).toContain(connected.status);
				expect((await gateway.get(path())).status).toBe(404);
				// Nothing of it goes on, such as showing QR codes.
				await until('the timers of before', () => clock.pending().length === quiet);
			}
			expect(gateway.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
		},
	);

	it('is told to who waits for it while the gateway ends, which does not keep the gateway from ending', async () => {
		const answer = connect();
		await is('connecting');
		socket.terminate();
		const restarted = gateway.restart();
		await until('the gateway to take nothing more', () =>
			fetch(`${gateway.url}/v1/health`).then(
				({ status: code }) => code === 503,
				() => true,
			),
		);
		clock.advance(LATENCY);
		expect((await answer).body).toEqual({ success: true, status: 'connected' });
		gateway = await restarted;
	});

	it('takes messages after a restart of the gateway, and sends them when it is connected', async () => {
		const answer = connect({ method: 'qrcode' });
		await answer;
		await gateway.post(`/simulator${path()}/scan`);
		socket.terminate();
		gateway = await gateway.restart();
		await listen();
		expect(told).toEqual(['connecting']);
		const messageId = await sendText(gateway, instanceId, '4915112345678');
		expect(at(await statusOf(gateway, messageId), 'status')).toBe('queued');
		clock.advance(LATENCY);
		await hears(['connecting', 'connected']);
		await until('the message to be read', async () => {
			clock.advance(LATENCY);
			return at(await statusOf(gateway, messageId), 'status') === 'read';
		});
	});
});
