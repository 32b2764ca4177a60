import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../gateway/test/support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../gateway/test/support/gateway-process.ts';
import { connectedInstance } from '../gateway/test/support/gateway.ts';
import { startPostgres, type PostgresServer } from '../postgres/server.ts';

/** The requests from one gateway to the other. */
interface Captured {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
}

const SIGNATURE = 'x-gateway-forwarded';

describe('somebody between two gateways on one database', () => {
	let postgres: PostgresServer;
	let folders: { folder: string; remove: () => Promise<void> }[];
	let between: Server;
	let captured: Captured[] = [];
	/** Drives the instance, and is reached by the others through `between` only. */
	let driver: GatewayProcess;
	let other: GatewayProcess;
	let instanceId: string;
	let taken: Captured;

	beforeAll(async () => {
		postgres = await startPostgres({ durable: false });
		const DATABASE_URL = await postgres.createDatabase();
		folders = [await temporaryFolder(), await temporaryFolder()];
		between = createServer((request, response) => {
			void (async () => {
				const chunks: Buffer[] = [];
				for await (const chunk of request) chunks.push(chunk as Buffer);
				const { method = '', url: path = '', headers } = request;
				const one = { method, path, headers, body: Buffer.concat(chunks).toString() };
				captured.push(one);
				const answer = await send(one);
				response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
			})();
		});
		between.listen(0, '127.0.0.1');
		await once(between, 'listening');
		const peerUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
		const shared = { DATABASE_URL, GATEWAY_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
		driver = await startGatewayProcess(folders[0]?.folder ?? '', { ...shared, GATEWAY_PEER_URL: peerUrl });
		other = await startGatewayProcess(folders[1]?.folder ?? '', shared);
		instanceId = await connectedInstance(driver);
	});
	afterAll(async () => {
		await driver.end('SIGTERM');
		await other.end('SIGTERM');
		between.close();
		between.closeAllConnections();
		await postgres.stop();
		for (const { remove } of folders) await remove();
	});
	beforeEach(async () => {
		captured = [];
		const group = { instanceId, name: 'Friends', participants: ['4915112345678'] };
		const answer = await other.post('/v1/groups', group);
		expect(answer.status).toBe(201);
		expect(captured).toHaveLength(1);
		taken = captured[0] ?? { method: '', path: '', headers: {}, body: '' };
	});

	/** Sends a request to the gateway that drives the instance. */
	function send({ method, path, headers, body }: Captured): Promise<{ status: number; body: string }> {
		return new Promise((resolve, reject) => {
			const rest = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'host'));
			const request = httpRequest(`${driver.url}${path}`, { method, headers: rest }, (response) => {
				let text = '';
				response.on('data', (chunk: Buffer) => (text += chunk.toString()));
				response.on('end', () => {
					resolve({ status: response.statusCode ?? 0, body: text });
				});
			});
			request.on('error', reject);
			request.end(body);
		});
	}

	/** Makes the other gateway forward a request that does not arrive, so that its signature is unused. */
	async function unused(): Promise<Captured> {
		const path = `/v1/groups?instanceId=${instanceId}`;
		const listeners = between.listeners('request') as (() => void)[];
		between.removeAllListeners('request');
		const arrived = new Promise<Captured>((resolve) => {
			between.once('request', (request, response) => {
				const { method = '', url = '', headers } = request;
				resolve({ method, path: url, headers, body: '' });
				response.destroy();
			});
		});
		await other.get(path);
		for (const listener of listeners) between.on('request', listener);
		return arrived;
	}

	const groups = async (): Promise<number> =>
		((await driver.get(`/v1/groups?instanceId=${instanceId}`)).at('data') as unknown[]).length;

	it('cannot repeat a request', async () => {
		const before = await groups();
		expect((await send(taken)).status).toBe(403);
		expect(await groups()).toBe(before);
	});

	it.each([
		['another body', (one: Captured) => ({ ...one, body: one.body.replace('Friends', 'Enemies') })],
		['another path', (one: Captured) => ({ ...one, path: `${one.path}?a=1` })],
		[
			'a key of its own',
			(one: Captured) => ({ ...one, headers: { ...one.headers, authorization: 'Bearer mgw_another' } }),
		],
		[
			'another content type',
			(one: Captured) => ({ ...one, headers: { ...one.headers, 'content-type': 'text/plain' } }),
		],
		[
			'a signature of its own',
			(one: Captured) => ({ ...one, headers: { ...one.headers, [SIGNATURE]: 'e30.e30' } }),
		],
	])('cannot send a request with %s', async (_name, change) => {
		const before = await groups();
		expect([401, 403]).toContain((await send(change(taken))).status);
		expect(await groups()).toBe(before);
	});

	it('can neither change nor add the body of a request that did not arrive', async () => {
		const one = await unused();
		const withBody = { ...one, headers: { ...one.headers, 'content-length': '2' }, body: '{}' };
		expect((await send(withBody)).status).toBe(403);
	});

	it('delivers a request that did not arrive once, as it was', async () => {
		const one = await unused();
		expect((await send(one)).status).toBe(200);
		expect((await send(one)).status).toBe(403);
	});
});
