import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../gateway/test/support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../gateway/test/support/gateway-process.ts';
import { metricsOf } from '../gateway/test/support/metrics.ts';
import { openSocket, parseAnswer } from './support/raw.ts';

const PATH = `/hooks/cloud-api/inst_${'0'.repeat(26)}`;

describe("a stranger at Meta's webhook", () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;

	beforeAll(async () => {
		({ folder, remove } = await temporaryFolder());
		gateway = await startGatewayProcess(folder, {
			GATEWAY_NETWORK: 'whatsapp',
			GATEWAY_META_APP_SECRET: '0123456789abcdef0123456789abcdef',
			GATEWAY_META_VERIFY_TOKEN: 'a-token-of-the-operator',
		});
	});
	afterAll(async () => {
		await gateway.end('SIGTERM');
		await remove();
	});

	it.each([
		['no signature', ''],
		['half a signature', 'X-Hub-Signature-256: sha256=00\r\n'],
		['another algorithm', `X-Hub-Signature-256: sha1=${'0'.repeat(40)}\r\n`],
	])('is refused before the body arrives with %s', async (_name, signature) => {
		const socket = await openSocket(gateway.url);
		const answered = new Promise<string>((resolve) => {
			socket.once('data', (chunk: Buffer) => {
				resolve(chunk.toString());
			});
		});
		const { host } = new URL(gateway.url);
		socket.write(
			`POST ${PATH} HTTP/1.1\r\nHost: ${host}\r\n${signature}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`,
		);
		expect(parseAnswer(await answered).status).toBe(401);
		socket.destroy();
	});

	it('is limited in guesses at the verify token', async () => {
		const guess = (token: string) =>
			gateway.request(`${PATH}?hub.mode=subscribe&hub.challenge=1&hub.verify_token=${token}`, {});
		for (let count = 0; count < 10; count += 1) expect((await guess(`guess-${count}`)).status).toBe(403);
		const limited = await guess('a-token-of-the-operator');
		expect([limited.status, limited.at('error.code')]).toEqual([429, 'rate_limit_exceeded']);
		expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
	});

	it('is limited in requests with wrong signatures, which are counted', async () => {
		const statuses = new Set<number>();
		for (let count = 0; count < 70; count += 1) {
			const headers = {
				'content-type': 'application/json',
				'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
			};
			statuses.add((await gateway.request(PATH, { method: 'POST', headers, body: '{}' })).status);
		}
		expect([...statuses]).toEqual([401, 429]);
		const metrics = await metricsOf(gateway);
		expect(metrics.get('gateway_requests_refused_total{reason="hook_signature"}')).toBeGreaterThanOrEqual(60);
		expect(metrics.get('gateway_requests_refused_total{reason="hook_verify_token"}')).toBe(11);
	});
});
