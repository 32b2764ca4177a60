import { connect, type AddressInfo, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { planOf } from '../../../../src/domain/access/plan.ts';
import { clientErrors } from '../../../../src/http/server/errors/client-errors.ts';
import { until } from '../../../support/until.ts';

const UNREADABLE = 'This is no HTTP.\r\n\r\n';
const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: gateway\r\n\r\n`;

describe('a request that cannot be read', () => {
	let app: FastifyInstance;
	let file: PassThrough;
	let client: Socket;
	let received = '';
	let isClosed = false;
	let begun = 0;
	/** Lets the response to `/late` be created. */
	let release: () => void;
	let failures = 0;
	const refused: string[] = [];

	beforeEach(async () => {
		received = '';
		isClosed = false;
		begun = 0;
		failures = 0;
		refused.length = 0;
		file = new PassThrough();
		const released = new Promise<void>((resolve) => (release = resolve));
		const handle = clientErrors({
			plan: planOf('enterprise', {}),
			newRequestId: () => 'req_1',
			now: () => 0,
			onRefused: (code) => refused.push(code),
		});
		app = Fastify({
			forceCloseConnections: true,
			clientErrorHandler(failure, socket) {
				failures += 1;
				handle(failure, socket);
			},
		});
		app.get('/file', (_request, reply) => reply.send(file));
		app.get('/late', async () => {
			begun += 1;
			await released;
			return 'late';
		});
		app.post('/body', () => 'read');
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
		client.write(UNREADABLE);
		await until('the end', () => isClosed);
		expect(received).toMatch(/^HTTP\/1\.1 400 .*invalid_parameters/su);
		expect(refused).toEqual(['invalid_parameters']);
	});

	it('is answered after the responses that are still being created', async () => {
		client.write(`${request('/late')}${request('/late')}${UNREADABLE}`);
		await until('the failure', () => begun === 2 && failures === 1);
		client.write('and more');
		await until('the next failure', () => failures === 2);
		release();
		await until('the end', () => isClosed);
		expect(received).toMatch(/^HTTP\/1\.1 200 .*late.*HTTP\/1\.1 200 .*late.*HTTP\/1\.1 400 /su);
		expect(refused).toEqual(['invalid_parameters']);
	});

	it('is answered after a response that is being written', async () => {
		client.write(`${request('/file')}${UNREADABLE}`);
		file.write('first half, ');
		await until('the first half', () => received.includes('first half'));
		file.end('second half');
		await until('the end', () => isClosed);
		expect(received).toMatch(/^HTTP\/1\.1 200 .*first half, .*second half.*HTTP\/1\.1 400 /su);
	});

	it('is answered at once where its body is unreadable', async () => {
		client.write('POST /body HTTP/1.1\r\nhost: gateway\r\ncontent-type: application/json\r\n');
		client.write('transfer-encoding: chunked\r\n\r\nno length\r\n');
		await until('the end', () => isClosed);
		expect(received).toMatch(/^HTTP\/1\.1 400 /u);
	});

	it('follows a response that closes the connection without an answer', async () => {
		client.write(`GET /late HTTP/1.1\r\nhost: gateway\r\nconnection: close\r\n\r\n${UNREADABLE}`);
		await until('the request', () => begun === 1);
		release();
		await until('the end', () => isClosed);
		expect(received).toMatch(/^HTTP\/1\.1 200 .*late/su);
		expect(received).not.toContain('400');
	});
});
