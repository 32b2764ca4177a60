import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../../support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../../../support/gateway-process.ts';

const WATCH = pathToFileURL(
	path.join(import.meta.dirname, '../../../support/whatsapp/watch-modules.mjs'),
).href;

describe('Baileys and libsignal', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
	});
	afterEach(async () => {
		await gateway.end('SIGTERM');
		await remove();
	});

	const start = (environment: Record<string, string>) =>
		startGatewayProcess(folder, {
			GATEWAY_WHATSAPP_URL: 'ws://127.0.0.1:9/ws/chat',
			NODE_OPTIONS: `--import ${WATCH}`,
			...environment,
		});
	const connect = async () => {
		const id = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		return gateway.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
	};
	const loaded = () => gateway.output().stderr.includes('loaded ');

	it('are not loaded on the simulated network', async () => {
		gateway = await start({});
		expect((await connect()).at('status')).toBe('qr_pending');
		expect(loaded()).toBe(false);
	});

	it('are loaded on WhatsApp when an instance connects by QR code', async () => {
		gateway = await start({ GATEWAY_NETWORK: 'whatsapp' });
		expect(loaded()).toBe(false);
		expect((await connect()).status).toBe(503);
		expect(loaded()).toBe(true);
	});

	it('are requested in the error message when they are not installed', async () => {
		gateway = await start({ GATEWAY_NETWORK: 'whatsapp', WITHOUT_BAILEYS: 'yes' });
		const answer = await connect();
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_method']);
		expect(answer.text('error.message')).toContain('npm install');
	});
});
