import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, type Socket } from 'node:net';
import { API_KEY, startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { metricsOf } from '../../../support/metrics.ts';
import { until } from '../../../support/until.ts';

describe('requests that a client sends without waiting for responses', () => {
	let gateway: TestGateway;

	beforeAll(async () => {
		gateway = await startTestGateway();
	});
	afterAll(() => gateway.close());

	/** Sends requests for instances that do not exist, by their numbers, in one packet. */
	function send(count: number): { socket: Socket; received: () => string } {
		const { hostname, port, host } = new URL(gateway.url);
		let received = '';
		const socket = connect(Number(port), hostname);
		socket.setEncoding('utf8').on('data', (text: string) => (received += text));
		socket.on('error', () => undefined);
		const requests = Array.from(
			{ length: count },
			(_, number) =>
				`GET /v1/instances/number-${number} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${API_KEY}\r\n\r\n` +
				`GET /nothing/number-${number} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
		);
		socket.write(requests.join(''));
		return { socket, received: () => received };
	}

	it('are answered in their order', async () => {
		const { socket, received } = send(50);
		const numbers = await until('all responses', () => {
			const answered = [...received().matchAll(/HTTP\/1\.1 404|GET \/nothing\/number-(\d+)/g)];
			return answered.length === 150 && answered.flatMap(([, number]) => number ?? []);
		});
		expect(numbers).toEqual(Array.from({ length: 50 }, (_, number) => String(number)));
		socket.destroy();
	});

	it('close their connection where more than a hundred of them wait, and are counted', async () => {
		const { socket } = send(500);
		await until('the end of the connection', () => socket.closed);
		const metrics = await metricsOf(gateway);
		expect(metrics.get('gateway_requests_refused_total{reason="pipelined_requests"}')).toBe(1);
		expect((await gateway.get('/v1/instances')).status).toBe(200);
	});
});
