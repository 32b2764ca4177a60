import { connect, type AddressInfo, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { planOf } from '../../../../src/domain/access/plan.ts';
import { slowBodies } from '../../../../src/http/server/requests/slow-bodies.ts';
import { systemClock } from '../../../../src/runtime/system.ts';
import { until } from '../../../support/until.ts';

/** A request whose body does not arrive. */
const SLOW =
	'POST /slow HTTP/1.1\r\nhost: gateway\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n';

describe('a body that arrives too slowly', () => {
	let app: FastifyInstance;
	let file: PassThrough;
	let client: Socket;
	let received = '';
	let isClosed = false;
	let timeouts = 0;

	beforeEach(async () => {
		received = '';
		isClosed = false;
		timeouts = 0;
		file = new PassThrough();
		app = Fastify({ forceCloseConnections: true });
		const onTimeout = () => (timeouts += 1);
		await app.register(slowBodies, {
			clock: systemClock,
			plan: planOf('enterprise', {}),
			onTimeout,
		});
		app.get('/file', (_request, reply) => reply.send(file));
		app.post('/slow', { config: { bodyTimeout: 1 } }, () => 'read');
		await app.listen({ host: '127.0.0.1', port: 0 });
		client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
		client.setEncoding('utf8').on('data', (text: string) => (received += text));
		client.on('error', () => undefined).on('close', () => (isClosed = true));
	});
	afterEach(async () => {
		client.destroy();
		await app.close();
	});

	it('is answered, and the connection closed', async () => {
		client.write(SLOW);
		await until('the end', () => isClosed);
		expect(received).toMatch(/^HTTP\/1\.1 408 /u);
		expect(timeouts).toBe(1);
	});

	it('is answered after the response to the request before it', async () => {
		client.write(`GET /file HTTP/1.1\r\nhost: gateway\r\n\r\n${SLOW}`);
		file.write('first half, ');
		await until('the first half', () => received.includes('first half'));
		// A complete request of the same speed, whose timeout ends after that of the one before.
		const other = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
		other
			.on('error', () => undefined)
			.resume()
			.write(SLOW);
		await until('the end of another one', () => other.closed);
		expect(received).not.toContain('408');
		file.end('second half');
		await until('the end', () => isClosed);
		expect(received).toMatch(/^HTTP\/1\.1 200 .*first half, .*second half.*HTTP\/1\.1 408 /su);
	});
});
