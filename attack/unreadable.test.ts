import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../gateway/test/support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../gateway/test/support/gateway-process.ts';
import { at } from '../gateway/test/support/json.ts';
import { exchange, parseAnswer } from './support/raw.ts';

const HUGE = 'x'.repeat(20_000);

describe('what is no readable request', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;
	let host: string;

	beforeAll(async () => {
		({ folder, remove } = await temporaryFolder());
		gateway = await startGatewayProcess(folder);
		host = new URL(gateway.url).host;
	});
	afterAll(async () => {
		await gateway.end('SIGTERM');
		await remove();
	});

	it.each([
		['headers of 20 kB', `GET / HTTP/1.1\r\nHost: HOST\r\nX-Long: ${HUGE}\r\n\r\n`, 431, 'headers_too_large'],
		['a path of 20 kB', `GET /${HUGE} HTTP/1.1\r\nHost: HOST\r\n\r\n`, 431, 'headers_too_large'],
		['no HTTP', 'HELO example.com\r\n\r\n', 400, 'invalid_parameters'],
		[
			'two lengths of a body',
			'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
			400,
			'invalid_parameters',
		],
		['no Host', 'GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_parameters'],
		[
			'an unreadable path',
			'GET /v1/%ff HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n',
			400,
			'invalid_parameters',
		],
		[
			'an expectation',
			'GET /v1/health HTTP/1.1\r\nHost: HOST\r\nExpect: tea\r\nConnection: close\r\n\r\n',
			401,
			'missing_api_key',
		],
	])('is answered like every error: %s', async (_name, request, status, code) => {
		const answer = parseAnswer(await exchange(gateway.url, request.replaceAll('HOST', host)));
		expect([answer.status, at(answer.body, 'error.code')]).toEqual([status, code]);
		const id = answer.headers.get('x-request-id');
		expect(id).toMatch(/^req_/);
		expect(at(answer.body, 'error.requestId')).toBe(id);
		for (const name of ['limit', 'remaining', 'reset']) {
			expect(answer.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
		}
		expect(answer.headers.get('cache-control')).toBe('no-store');
		expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
	});

	it('refuses a body without a key before it arrives, and does not go on reading it', async () => {
		const head = `POST /v1/instances HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;
		const answer = await exchange(
			gateway.url,
			`${head}Content-Length: 10000000\r\n\r\n${'x'.repeat(3_000_000)}`,
		);
		expect(answer).toMatch(/^HTTP\/1\.1 401 /);
	});
});
