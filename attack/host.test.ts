import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../gateway/test/support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../gateway/test/support/gateway-process.ts';
import { findFreePort } from '../playground/src/process/ports.ts';
import { exchange, parseAnswer } from './support/raw.ts';

describe('a page of another site whose name resolves to the gateway', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;
	let url: string;

	beforeAll(async () => {
		({ folder, remove } = await temporaryFolder());
		const port = await findFreePort();
		url = `http://127.0.0.1:${port}`;
		gateway = await startGatewayProcess(folder, {
			GATEWAY_PORT: String(port),
			GATEWAY_PUBLIC_URL: 'https://gateway.example.com',
			GATEWAY_ALLOWED_HOSTS: 'gateway,Gateway.Internal',
		});
	});
	afterAll(async () => {
		await gateway.end('SIGTERM');
		await remove();
	});

	async function request(host: string, path: string, method = 'GET'): Promise<number> {
		const body = method === 'POST' ? '{"password":"a guess at it"}' : '';
		const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nConnection: close\r\n`;
		const content = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
		return parseAnswer(await exchange(url, head + content)).status;
	}

	it.each([
		'evil.example',
		'evil.example:8080',
		'localhost.evil.example',
		'127.0.0.1.evil.example',
		'xn--lcalhost-p3a',
	])('can neither read, sign in nor load the page as %s', async (host) => {
		expect(await request(host, '/')).toBe(421);
		expect(await request(host, '/metrics')).toBe(421);
		expect(await request(host, '/v1/health')).toBe(421);
		expect(await request(host, '/admin/v1/session', 'POST')).toBe(421);
		expect(await request(host, '/v1/realtime')).toBe(421);
		expect(await request(host, '/livez')).toBe(200);
	});

	it.each([
		'127.0.0.1',
		'localhost:8080',
		'[::1]:8080',
		'LOCALHOST.',
		'gateway:8080',
		'gateway.internal',
		'192.168.1.7',
	])('does not keep %s from being a name of the gateway', async (host) => {
		expect(await request(host, '/v1/health')).not.toBe(421);
	});

	it('finds no metrics without a key, with any request from this machine', async () => {
		expect(await request('127.0.0.1', '/metrics')).toBe(401);
	});

	it('cannot be the public name without TLS', async () => {
		expect(await request('gateway.example.com', '/v1/health')).toBe(403);
	});
});
