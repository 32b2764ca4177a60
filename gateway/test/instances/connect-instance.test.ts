import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { API_KEY, sendText, startTestGateway, statusOf, type TestGateway } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';
import { OFFICIAL } from '../support/official/simulated-official.ts';

const LATENCY = 500;

describe('an instance while its connection opens', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let instanceId: string;
	let statuses: unknown[];
	let socket: WebSocket;

	beforeEach(async () => {
		clock = createManualClock();
		const environment = { GATEWAY_SIMULATOR_LATENCY_MS: `${LATENCY},0,0` };
		gateway = await startTestGateway({ clock, environment });
		instanceId = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		await subscribe();
	});
	afterEach(async () => {
		socket.terminate();
		await gateway.close();
	});

	const path = () => `/v1/instances/${instanceId}`;
	const connect = (body: object = OFFICIAL) => gateway.post(`${path()}/connect`, body);
	const status = async () => (await gateway.get(`${path()}/status`)).at('data.status');
	const waitForStatus = (wanted: string) => until(wanted, async () => (await status()) === wanted);
	/** Collects the statuses of the real-time channel from now on. */
	const subscribe = async () => {
		statuses = [];
		socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`);
		socket.on('message', (content: Buffer) => {
			const message: unknown = JSON.parse(content.toString());
			if (at(message, 'type') === 'status') statuses.push(at(message, 'data.status'));
		});
		await until('the connection to open', () => socket.readyState === WebSocket.OPEN);
		const channel = `instance:${instanceId}:status`;
		socket.send(JSON.stringify({ type: 'subscribe', channel, apiKey: API_KEY }));
		await until('the current status', () => statuses.length === 1);
	};
	const waitForStatuses = async (wanted: string[]) => {
		await until(wanted.join(), () => statuses.length >= wanted.length);
		expect(statuses).toEqual(wanted);
	};

	it('is connecting until the network answers, also on the real-time channel', async () => {
		const answer = connect();
		await waitForStatuses(['disconnected', 'connecting']);
		expect(await status()).toBe('connecting');
		const listed = await gateway.get('/v1/instances?status=connecting');
		expect(listed.at('data.0.id')).toBe(instanceId);

		clock.advance(LATENCY);
		expect((await answer).body).toEqual({ success: true, status: 'connected' });
		await waitForStatuses(['disconnected', 'connecting', 'connected']);
	});

	it('answers that it has no QR code, and rejects a scan', async () => {
		const first = connect();
		await waitForStatus('connecting');
		const byQrCode = await connect({ method: 'qrcode' });
		expect([byQrCode.status, byQrCode.at('error.code')]).toEqual([409, 'official_api_instance']);
		const scan = await gateway.post(`/simulator${path()}/scan`);
		expect([scan.status, scan.at('error.code')]).toEqual([409, 'instance_disconnected']);
		clock.advance(LATENCY);
		await first;
	});

	it('ends the attempt when it is disconnected', async () => {
		const answer = connect();
		await waitForStatus('connecting');
		const ended = await gateway.post(`${path()}/disconnect`);
		expect(ended.at('data.status')).toBe('disconnected');
		expect([(await answer).status, (await answer).at('error.code')]).toEqual([503, 'service_unavailable']);
		clock.advance(LATENCY);
		expect(await status()).toBe('disconnected');
		await waitForStatuses(['disconnected', 'connecting', 'disconnected']);
	});

	it('ends the attempt when it is deleted', async () => {
		const answer = connect();
		await waitForStatus('connecting');
		expect((await gateway.delete(path())).status).toBe(200);
		expect([404, 503]).toContain((await answer).status);
		expect((await gateway.get(path())).status).toBe(404);
	});

	it.each([OFFICIAL, { method: 'qrcode' }])(
		'leaves nothing behind when it is deleted while it connects: %j',
		async (how) => {
			const quiet = clock.pending().length;
			for (let round = 0; round < 10; round += 1) {
				instanceId = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
				const answers = Promise.all([connect(how), gateway.delete(path())]);
				let done = false;
				void answers.finally(() => (done = true));
				await until('both answers', () => {
					clock.advance(LATENCY);
					return done;
				});
				const [connected, deleted] = await answers;
				expect(deleted.status).toBe(200);
				expect([200, 404, 503]).toContain(connected.status);
				expect((await gateway.get(path())).status).toBe(404);
				// Nothing of it continues, such as the refresh of QR codes. Requests leave timers too, which end by time.
				await until('the timers of the instance to end', () => {
					clock.advance(LATENCY);
					return clock.pending().length <= quiet;
				});
			}
			expect(gateway.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
		},
	);

	it('answers the pending request while the gateway shuts down, and does not prevent the shutdown', async () => {
		const answer = connect();
		await waitForStatus('connecting');
		socket.terminate();
		const restarted = gateway.restart();
		await until('the gateway to reject requests', () =>
			fetch(`${gateway.url}/v1/health`).then(
				({ status: code }) => code === 503,
				() => true,
			),
		);
		clock.advance(LATENCY);
		expect((await answer).body).toEqual({ success: true, status: 'connected' });
		gateway = await restarted;
	});

	it('accepts messages after a restart, and sends them once it is connected', async () => {
		const answer = connect({ method: 'qrcode' });
		await answer;
		await gateway.post(`/simulator${path()}/scan`);
		socket.terminate();
		gateway = await gateway.restart();
		await subscribe();
		expect(statuses).toEqual(['connecting']);
		const messageId = await sendText(gateway, instanceId, '4915112345678');
		expect(at(await statusOf(gateway, messageId), 'status')).toBe('queued');
		clock.advance(LATENCY);
		await waitForStatuses(['connecting', 'connected']);
		await until('the message to be read', async () => {
			clock.advance(LATENCY);
			return at(await statusOf(gateway, messageId), 'status') === 'read';
		});
	});
});
