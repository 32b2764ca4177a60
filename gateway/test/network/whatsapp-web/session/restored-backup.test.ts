import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../../support/data-folder.ts';
import { ON_POSTGRES } from '../../../support/database.ts';
import { runGateway, startGatewayProcess } from '../../../support/gateway-process.ts';
import { sendText } from '../../../support/gateway.ts';
import { until } from '../../../support/until.ts';
import { startWhatsAppGateway, type WhatsAppGateway } from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';

// A backup of PostgreSQL needs its own programs.
(ON_POSTGRES ? describe.skip : describe)('a backup of a gateway that is linked to WhatsApp', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppGateway;
	let other: { folder: string; remove: () => Promise<void> };
	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppGateway(whatsApp);
		other = await temporaryFolder();
	});
	afterAll(async () => {
		await gateway.close();
		await whatsApp.close();
		await other.remove();
	});

	it('restores the link: messages go in both directions without a new code', async () => {
		const instanceId = await gateway.linked(ACCOUNT);
		await sendText(gateway.client, instanceId, ADA, 'Before the backup');
		await until('the first text', async () => (await whatsApp.received(ADA)).length === 1);
		const backup = path.join(other.folder, 'backup.tar.gz');
		const data = path.join(other.folder, 'data');
		expect((await runGateway(['backup', backup], { GATEWAY_DATA_DIR: gateway.folder })).code).toBe(0);
		await gateway.client.end('SIGKILL');
		expect((await runGateway(['restore', backup], { GATEWAY_DATA_DIR: data })).code).toBe(0);

		const restored = await startGatewayProcess(data, {
			GATEWAY_NETWORK: 'whatsapp',
			GATEWAY_WHATSAPP_URL: whatsApp.url,
			NODE_OPTIONS: whatsApp.trust.execArgv.join(' '),
			...whatsApp.trust.env,
		});
		await until('the instance to be connected', async () => {
			const status = await restored.get(`/v1/instances/${instanceId}/status`);
			return status.at('data.status') === 'connected';
		});
		await sendText(restored, instanceId, ADA, 'After the restore');
		await until('the second text', async () =>
			(await whatsApp.received(ADA)).some(({ text }) => text === 'After the restore'),
		);
		await whatsApp.send(ADA, ACCOUNT, { text: 'An answer' });
		await until('the answer', async () => {
			const { body } = await restored.get(`/v1/messages?instanceId=${instanceId}&limit=10`);
			return JSON.stringify(body).includes('An answer');
		});
		expect((await whatsApp.log()).violations).toEqual([]);
		await restored.end('SIGTERM');
	});
});
