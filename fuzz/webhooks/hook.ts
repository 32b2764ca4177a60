import { createHmac } from 'node:crypto';
import { APP_SECRET } from '../../gateway/test/support/official.ts';

/** Milliseconds a webhook waits for its answer. */
const PATIENCE = 40_000;

/** Sends a webhook with the right signature, as Meta does; returns the status, or null where there was no answer. */
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
			signal: AbortSignal.timeout(PATIENCE),
		});
		await response.arrayBuffer();
		return response.status;
	} catch {
		return null;
	}
}
