import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { scannedText } from '../../gateway/test/support/qr-code.ts';
import type { WhatsApp } from '../../gateway/test/support/whatsapp/whatsapp.ts';
import type { Client } from '../server/client.ts';
import type { Storage } from '../server/engine.ts';
import { startGateway, type GatewayProcess } from '../server/gateway.ts';

const TRUST_ROOT = pathToFileURL(path.join(import.meta.dirname, 'trust-root.mjs')).href;
/** Milliseconds between two reads of an instance's status. */
const POLL_INTERVAL = 20;

/** Starts a gateway whose network is the stand-in for WhatsApp. */
export function startLinkedGateway(
	whatsApp: WhatsApp,
	{ folder, settings }: Storage,
	profile = false,
): Promise<GatewayProcess> {
	return startGateway({
		folder,
		profile,
		settings: {
			...settings,
			...whatsApp.trust.env,
			NODE_OPTIONS: `--import ${TRUST_ROOT}`,
			GATEWAY_NETWORK: 'whatsapp',
			GATEWAY_WHATSAPP_URL: whatsApp.url,
			GATEWAY_LOG_LEVEL: 'warn',
		},
	});
}

/** Creates an instance and links it to the account of a phone, which scans the QR code. Returns its id. */
export async function linkInstance(client: Client, whatsApp: WhatsApp, phone: string): Promise<string> {
	const settings = { autoTyping: false };
	const { data } = (await client.must('POST', '/v1/instances', { name: 'Shop', settings })) as {
		data: { id: string };
	};
	const path = `/v1/instances/${data.id}`;
	const { qrCode } = (await client.must('POST', `${path}/connect`, { method: 'qrcode' })) as {
		qrCode: string;
	};
	const { linked } = await whatsApp.scan(phone, scannedText(qrCode) ?? '', { history: null });
	if (!linked) throw new Error(`${phone} could not link the device.`);
	await untilConnected(client, data.id);
	return data.id;
}

/** Resolves when an instance is connected. */
export async function untilConnected(client: Client, instanceId: string): Promise<void> {
	for (;;) {
		const { data } = (await client.must('GET', `/v1/instances/${instanceId}/status`)) as {
			data: { status: string };
		};
		if (data.status === 'connected') return;
		await sleep(POLL_INTERVAL);
	}
}
