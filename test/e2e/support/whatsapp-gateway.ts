import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startWhatsApp, type WhatsApp } from '../../../gateway/test/support/whatsapp/whatsapp.ts';
import { startGateway, type Gateway } from '../../../playground/src/gateway/service.ts';
import { dataLayout } from '../../../playground/src/layout.ts';
import { findFreePort } from '../../../playground/src/process/ports.ts';

/** A fake WhatsApp server, and a gateway connected to it. */
export type WhatsAppGateway = {
	whatsApp: WhatsApp;
	gateway: Gateway;
	close: () => Promise<void>;
};

/** Starts both on free ports, with their data in a temporary folder. */
export async function openWhatsAppGateway(apiKey: string): Promise<WhatsAppGateway> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'whatsapp-e2e-'));
	const data = dataLayout(folder);
	const whatsApp = await startWhatsApp();
	const { service, ready } = startGateway({
		port: await findFreePort(),
		dataDir: data.gateway,
		apiKey,
		logFile: path.join(data.logs, 'gateway.log'),
		env: {
			GATEWAY_NETWORK: 'whatsapp',
			GATEWAY_WHATSAPP_URL: whatsApp.url,
			// The tests poll the gateway more often than the rate limits allow.
			GATEWAY_RATE_LIMITS: 'off',
			// The stand-in serves its files on this machine.
			GATEWAY_MEDIA_ALLOW: '127.0.0.0/8,::1/128',
			NODE_OPTIONS: whatsApp.trust.execArgv.join(' '),
			...whatsApp.trust.env,
		},
	});
	const close = async () => {
		await service.stop();
		await whatsApp.close();
		await rm(folder, { recursive: true, force: true });
	};
	try {
		return { whatsApp, gateway: await ready, close };
	} catch (error) {
		await close();
		throw error;
	}
}
