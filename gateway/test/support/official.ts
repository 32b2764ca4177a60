import { BUSINESS, NUMBER, TOKEN } from '../cloud-api-server/world.ts';
import type { Client } from './client.ts';
import type { CloudApi } from './cloud-api.ts';

export const APP_SECRET = '00112233445566778899aabbccddeeff';
export const VERIFY_TOKEN = 'a-verify-token-of-ours';

/** The body of a request to connect through the official API. */
export const OFFICIAL = {
	method: 'official',
	businessId: BUSINESS,
	phoneNumberId: NUMBER,
	accessToken: TOKEN,
};

/** Returns the settings of a gateway on WhatsApp that uses the stand-in for Meta. */
export function whatsAppSettings(meta: CloudApi): Record<string, string> {
	return {
		GATEWAY_NETWORK: 'whatsapp',
		GATEWAY_GRAPH_URL: meta.graphUrl,
		GATEWAY_META_APP_SECRET: APP_SECRET,
		GATEWAY_META_VERIFY_TOKEN: VERIFY_TOKEN,
	};
}

/** Creates an instance and connects it through the official API; returns its id. */
export async function officialInstance(client: Client, more: Record<string, unknown> = {}): Promise<string> {
	const id = (await client.post('/v1/instances', { name: 'Shop', ...more })).text('data.id');
	const answer = await client.post(`/v1/instances/${id}/connect`, OFFICIAL);
	if (answer.status !== 200) throw new Error(`Not connected: ${JSON.stringify(answer.body)}`);
	return id;
}

/** Registers the webhook of an instance at the stand-in, as its owner does at Meta. */
export async function subscribe(meta: CloudApi, gatewayUrl: string, instanceId: string): Promise<void> {
	const url = `${gatewayUrl}/hooks/cloud-api/${instanceId}`;
	const { verified, status } = await meta.subscribe({
		url,
		verifyToken: VERIFY_TOKEN,
		appSecret: APP_SECRET,
	});
	if (!verified) throw new Error(`The challenge was answered with ${status}.`);
}
