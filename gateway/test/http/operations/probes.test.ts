import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { once } from 'node:events';
import { runSql } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';

describe('a probe at /livez or /readyz', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock, environment: { GATEWAY_RATE_LIMITS: 'general=2' } });
	});
	afterEach(() => gateway.close());

	it('answers without a key or a rate limit, also plain HTTP behind a proxy', async () => {
		for (let count = 0; count < 5; count += 1) {
			const live = await gateway.request('/livez', {});
			expect([live.status, live.body]).toEqual([200, { status: 'alive' }]);
			const ready = await gateway.request('/readyz', {});
			expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }]);
		}
		const health = await gateway.get('/v1/health');
		expect(health.headers.get('x-ratelimit-remaining')).toBe('1');

		const behind = await startTestGateway({ environment: { GATEWAY_TRUST_PROXY: '127.0.0.0/8' } });
		const headers = { 'x-forwarded-for': '203.0.113.1', 'x-forwarded-proto': 'http' };
		expect((await behind.request('/readyz', { headers })).status).toBe(200);
		expect((await behind.request('/v1/health', { headers })).at('error.code')).toBe('https_required');
		await behind.close();
	});

	it('reports while the store accepts no writes, and recovers afterwards', async () => {
		await runSql(gateway.folder, 'alter table counters rename to counters_away');
		const blocked = await gateway.request('/readyz', {});
		expect([blocked.status, blocked.at('error.code')]).toEqual([503, 'service_unavailable']);
		expect(blocked.text('error.message')).toContain('does not accept writes');
		expect(blocked.headers.get('retry-after')).toBe('5');
		expect((await gateway.request('/livez', {})).status).toBe(200);
		expect(gateway.logged.some((line) => line.includes('its store does not accept writes'))).toBe(true);

		await runSql(gateway.folder, 'alter table counters_away rename to counters');
		expect((await gateway.request('/readyz', {})).status).toBe(503);
		clock.advance(5000);
		expect((await gateway.request('/readyz', {})).status).toBe(200);
	});

	it('reports on an open connection that the gateway is shutting down', async () => {
		const { hostname, port } = new URL(gateway.url);
		const socket = connect(Number(port), hostname);
		await once(socket, 'connect');
		const body = '{"name":"Slow"}';
		// A request that is not complete keeps the connection open while the gateway shuts down.
		socket.write(
			`POST /v1/instances HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${gateway.headers.authorization ?? ''}\r\n` +
				`Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
		);
		const received: string[] = [];
		socket.on('data', (chunk: Buffer) => received.push(chunk.toString()));
		await until('the request to be accepted', () => received.join('').includes('100 Continue'));
		const restarting = gateway.restart();
		await until('the shutdown to begin', () =>
			fetch(`${gateway.url}/livez`).then(
				() => false,
				() => true,
			),
		);
		socket.write(`${body}GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n`);
		await once(socket, 'close');
		const probed = received
			.join('')
			.split(/(?=HTTP\/1\.1 \d{3})/)
			.at(-1);
		expect(probed).toMatch(/^HTTP\/1\.1 503 /);
		expect(probed).toContain('The gateway is shutting down.');
		gateway = await restarting;
	});
});
