import { createHmac } from 'node:crypto';
import { standardWebhooksKey } from './secret.ts';

/** The signature header of the specification (Authentication, 9). */
const SIGNATURE_HEADER = 'x-service-signature';
/** The signature with the previous secret, until that secret expires. */
const PREVIOUS_SIGNATURE_HEADER = 'x-service-signature-previous';

/** The data of a delivery that its signatures cover, and the secrets. */
export interface SignatureInput {
	eventId: string;
	/** Epoch milliseconds of the attempt, in real time: receivers refuse a request that is minutes old. */
	at: number;
	/** Epoch milliseconds of the gateway, which differ where its time is simulated. */
	now: number;
	body: string;
	secret: string;
	/** The secret before the current one, and when it expires (epoch milliseconds). */
	previousSecret: { secret: string; expiresAt: number } | null;
}

/**
 * Returns the headers with which a receiver verifies a delivery: the specification's `sha256=<hex>` of the body, keyed by
 * the text of the secret, and the three of Standard Webhooks. Until the previous secret expires, both secrets sign.
 */
export function signatureHeaders({
	eventId,
	at,
	now,
	body,
	secret,
	previousSecret,
}: SignatureInput): Record<string, string> {
	const seconds = Math.floor(at / 1000).toString();
	const standard = (one: string): string => {
		const { text, encoding } = standardWebhooksKey(one);
		const hmac = createHmac('sha256', text, { encoding });
		return `v1,${hmac.update(`${eventId}.${seconds}.${body}`).digest('base64')}`;
	};
	const plain = (text: string): string => `sha256=${createHmac('sha256', text).update(body).digest('hex')}`;
	const headers = { 'webhook-id': eventId, 'webhook-timestamp': seconds };
	if (previousSecret === null || previousSecret.expiresAt <= now) {
		return { [SIGNATURE_HEADER]: plain(secret), ...headers, 'webhook-signature': standard(secret) };
	}
	return {
		[SIGNATURE_HEADER]: plain(secret),
		[PREVIOUS_SIGNATURE_HEADER]: plain(previousSecret.secret),
		...headers,
		'webhook-signature': `${standard(secret)} ${standard(previousSecret.secret)}`,
	};
}
