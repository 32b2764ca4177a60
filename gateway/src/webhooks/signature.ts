import { createHmac } from 'node:crypto';

/** The signature header of the specification (Authentication, 9). */
export const SIGNATURE_HEADER = 'x-service-signature';

/** What a delivery is signed over besides its body. */
export interface Signed {
	eventId: string;
	/** Epoch milliseconds of the attempt. */
	at: number;
	body: string;
	secret: string;
}

/**
 * The headers by which a receiver knows a delivery is ours: the specification's `sha256=<hex>` over the body,
 * and beside it Standard Webhooks' three under the same secret.
 */
export function signatureHeaders({ eventId, at, body, secret }: Signed): Record<string, string> {
	const seconds = Math.floor(at / 1000).toString();
	const standard = createHmac('sha256', secret).update(`${eventId}.${seconds}.${body}`).digest('base64');
	return {
		[SIGNATURE_HEADER]: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
		'webhook-id': eventId,
		'webhook-timestamp': seconds,
		'webhook-signature': `v1,${standard}`,
	};
}
