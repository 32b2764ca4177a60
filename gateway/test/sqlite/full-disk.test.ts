import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance } from '../support/gateway.ts';
import { until } from '../support/until.ts';

describe('a full disk', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		gateway = await startGatewayProcess(folder, {}, { fileSize: '8000' });
	});
	afterEach(async () => {
		await gateway.end('SIGKILL');
		await remove();
	});

	it('makes writes fail with 503 and Retry-After, keeps reads working, and is logged', async () => {
		const instanceId = await connectedInstance(gateway);
		const message = { instanceId, to: '4915112345678', message: 'x'.repeat(4000) };
		const refused = await until('a message to be refused', async () => {
			const answers = await Promise.all(
				Array.from({ length: 20 }, () => gateway.post('/v1/messages/send', message)),
			);
			return answers.find(({ status }) => status !== 202);
		});
		expect([refused.status, refused.at('error.code')]).toEqual([503, 'service_unavailable']);
		expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
		expect((await gateway.get(`/v1/messages?instanceId=${instanceId}`)).status).toBe(200);
		await until('the reason in the log', () => gateway.output().stderr.includes('disk I/O error'));
	});
});
