import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startWhatsApp, type WhatsApp } from '../../../gateway/test/support/whatsapp.ts';
import { startGateway, type Gateway } from '../../../playground/src/gateway-service.ts';
import { dataLayout } from '../../../playground/src/layout.ts';
import { freePort } from '../../../playground/src/ports.ts';

/** The stand-in for WhatsApp, and a gateway whose network it is. */
export type WhatsAppGateway = {
	whatsApp: WhatsApp;
	gateway: Gateway;
	close: () => Promise<void>;
};

/** Starts both, beside the gateway of the playground, on free ports and with their data in a temporary folder. */
export async function openWhatsAppGateway(apiKey: string): Promise<WhatsAppGateway> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'whatsapp-e2e-'));
	const data = dataLayout(folder);
	const whatsApp = await startWhatsApp();
	const { service, ready } = startGateway({
		port: await freePort(),
		dataDir: data.gateway,
		apiKey,
		logFile: path.join(data.logs, 'gateway.log'),
		env: {
			GATEWAY_NETWORK: 'whatsapp',
			GATEWAY_WHATSAPP_URL: whatsApp.url,
			// The tests ask again and again until something has happened.
			GATEWAY_RATE_LIMITS: 'off',
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
