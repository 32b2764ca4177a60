import { BUSINESS, NUMBER, TOKEN } from '../../cloud-api-server/world.ts';
import type { Answer, Client } from '../client.ts';
import type { CloudApi } from './cloud-api.ts';
import { until } from '../until.ts';

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
export async function officialInstance(
	client: Client,
	more: Record<string, unknown> = {},
	phoneNumberId = NUMBER,
): Promise<string> {
	const id = (await client.post('/v1/instances', { name: 'Shop', ...more })).text('data.id');
	await connectOfficial(client, id, phoneNumberId);
	return id;
}

/**
 * Connects an instance through the official API. Where the gateway could not reach Meta in time, as on a busy machine,
 * it connects again, as the gateway's answer asks its owner to. Returns the answer of the successful request.
 */
export async function connectOfficial(
	client: Client,
	instanceId: string,
	phoneNumberId = NUMBER,
): Promise<Answer> {
	return until('Meta to be reached', async () => {
		const answer = await client.post(`/v1/instances/${instanceId}/connect`, { ...OFFICIAL, phoneNumberId });
		if (answer.status === 200) return answer;
		if (answer.status === 503 && answer.at('error.retryAfter') !== undefined) return false;
		throw new Error(`Not connected: ${JSON.stringify(answer.body)}`);
	});
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
