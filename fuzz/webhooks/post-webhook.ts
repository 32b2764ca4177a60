import { createHmac } from 'node:crypto';
import { APP_SECRET } from '../../gateway/test/support/official/official.ts';

/** Milliseconds until a request is aborted. */
const REQUEST_TIMEOUT = 40_000;

/** Sends a webhook with a valid signature, as Meta does. Returns the status; null: there was no response. */
export async function postWebhook(
	gatewayUrl: string,
	instanceId: string,
	body: Buffer,
): Promise<number | null> {
	try {
		const response = await fetch(`${gatewayUrl}/hooks/cloud-api/${instanceId}`, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'x-hub-signature-256': `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`,
			},
			body: new Uint8Array(body),
			signal: AbortSignal.timeout(REQUEST_TIMEOUT),
		});
		await response.arrayBuffer();
		return response.status;
	} catch {
		return null;
	}
}
