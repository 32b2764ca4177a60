import { setTimeout as sleep } from 'node:timers/promises';
import { scannedText } from '../gateway/test/support/qr-code.ts';
import { APP_SECRET, VERIFY_TOKEN } from '../gateway/test/support/official/official.ts';
import { TOKEN, BUSINESS } from '../gateway/test/cloud-api-server/world.ts';
import type { WhatsApp } from '../gateway/test/support/whatsapp/whatsapp.ts';
import { at } from '../gateway/test/support/json.ts';
import type { Target } from './target/gateway.ts';

/** Polls of the status, and milliseconds between two. */
const ATTEMPTS = 100;
const PAUSE = 100;

/** Creates an instance. Returns its id; throws when there is no response with one. */
export async function createInstance(target: Target, name: string, webhookUrl?: string): Promise<string> {
	const answer = await target.call('POST', '/v1/instances', {
		name,
		settings: { autoTyping: false },
		...(webhookUrl === undefined ? {} : { webhookUrl }),
	});
	const id = at(answer?.body, 'data.id');
	if (typeof id !== 'string') throw new Error(`No instance was created: ${JSON.stringify(answer)}`);
	return id;
}

/** Links an instance to the account of a phone by QR code. Returns whether it was connected in time. */
export async function linkInstance(
	target: Target,
	whatsApp: WhatsApp,
	id: string,
	phone: string,
): Promise<boolean> {
	const connecting = await target.call('POST', `/v1/instances/${id}/connect`, { method: 'qrcode' });
	const qrCode = at(connecting?.body, 'qrCode');
	if (typeof qrCode === 'string') await whatsApp.scan(phone, scannedText(qrCode) ?? '', { name: 'Shop' });
	for (let left = ATTEMPTS; left > 0; left -= 1) {
		if ((await getStatus(target, id)) === 'connected') return true;
		await sleep(PAUSE);
	}
	return false;
}

export async function getStatus(target: Target, id: string): Promise<unknown> {
	return at((await target.call('GET', `/v1/instances/${id}/status`))?.body, 'data.status');
}

/** Connects an instance through the official API. Returns whether the response was 200. */
export async function connectOfficial(target: Target, id: string, phoneNumberId: string): Promise<boolean> {
	const answer = await target.call('POST', `/v1/instances/${id}/connect`, {
		...{ method: 'official', businessId: BUSINESS, phoneNumberId, accessToken: TOKEN },
	});
	return answer?.status === 200;
}

/** The environment of a gateway that accepts the signatures of these webhooks. */
export const META_SETTINGS = { GATEWAY_META_APP_SECRET: APP_SECRET, GATEWAY_META_VERIFY_TOKEN: VERIFY_TOKEN };
