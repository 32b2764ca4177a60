import { scannedText } from '../gateway/test/support/qr-code.ts';
import { APP_SECRET, VERIFY_TOKEN } from '../gateway/test/support/official.ts';
import { TOKEN, BUSINESS } from '../gateway/test/cloud-api-server/world.ts';
import type { WhatsApp } from '../gateway/test/support/whatsapp/whatsapp.ts';
import { at } from '../gateway/test/support/json.ts';
import type { Target } from './target/gateway.ts';

/** Times a call is made, and milliseconds between two. */
const ATTEMPTS = 100;
const PAUSE = 100;

/** Makes an instance; returns its id. */
export async function createInstance(target: Target, name: string, webhookUrl?: string): Promise<string> {
	const answer = await target.call('POST', '/v1/instances', {
		name,
		settings: { autoTyping: false },
		...(webhookUrl === undefined ? {} : { webhookUrl }),
	});
	const id = at(answer?.body, 'data.id');
	if (typeof id !== 'string') throw new Error(`No instance was made: ${JSON.stringify(answer)}`);
	return id;
}

/** Links an instance to the account of a phone, as a person would; tells whether it is connected then. */
export async function linkInstance(
	target: Target,
	whatsApp: WhatsApp,
	id: string,
	phone: string,
): Promise<boolean> {
	const shown = await target.call('POST', `/v1/instances/${id}/connect`, { method: 'qrcode' });
	const qrCode = at(shown?.body, 'qrCode');
	if (typeof qrCode === 'string') await whatsApp.scan(phone, scannedText(qrCode) ?? '', { name: 'Shop' });
	for (let left = ATTEMPTS; left > 0; left -= 1) {
		if ((await getStatus(target, id)) === 'connected') return true;
		await new Promise((resolve) => setTimeout(resolve, PAUSE));
	}
	return false;
}

export async function getStatus(target: Target, id: string): Promise<unknown> {
	return at((await target.call('GET', `/v1/instances/${id}/status`))?.body, 'data.status');
}

/** Connects an instance through the official API, as this number; tells whether it was taken. */
export async function connectOfficial(target: Target, id: string, phoneNumberId: string): Promise<boolean> {
	const answer = await target.call('POST', `/v1/instances/${id}/connect`, {
		...{ method: 'official', businessId: BUSINESS, phoneNumberId, accessToken: TOKEN },
	});
	return answer?.status === 200;
}

/** The settings of a gateway that believes these webhooks. */
export const META_SETTINGS = { GATEWAY_META_APP_SECRET: APP_SECRET, GATEWAY_META_VERIFY_TOKEN: VERIFY_TOKEN };
