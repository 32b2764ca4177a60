import { createHmac } from 'node:crypto';

/** The signature header of the specification (Authentication, 9). */
export const SIGNATURE_HEADER = 'x-service-signature';
/** The same under the secret before, for as long as that one is still good. */
export const PREVIOUS_SIGNATURE_HEADER = 'x-service-signature-previous';

/** What a delivery is signed over besides its body. */
export interface SignatureInput {
	eventId: string;
	/** Epoch milliseconds of the attempt. */
	at: number;
	body: string;
	secret: string;
	/** The secret before, and until when (epoch milliseconds) it signs too. */
	previousSecret: { secret: string; expiresAt: number } | null;
}

/**
 * The headers by which a receiver knows a delivery is ours: the specification's `sha256=<hex>` over the body,
 * and beside it Standard Webhooks' three under the same secret. While a secret is being replaced both sign.
 */
export function signatureHeaders({
	eventId,
	at,
	body,
	secret,
	previousSecret,
}: SignatureInput): Record<string, string> {
	const seconds = Math.floor(at / 1000).toString();
	const standard = (under: string): string =>
		`v1,${createHmac('sha256', under).update(`${eventId}.${seconds}.${body}`).digest('base64')}`;
	const plain = (under: string): string => `sha256=${createHmac('sha256', under).update(body).digest('hex')}`;
	const headers = { 'webhook-id': eventId, 'webhook-timestamp': seconds };
	if (previousSecret === null || previousSecret.expiresAt <= at) {
		return { [SIGNATURE_HEADER]: plain(secret), ...headers, 'webhook-signature': standard(secret) };
	}
	return {
		[SIGNATURE_HEADER]: plain(secret),
		[PREVIOUS_SIGNATURE_HEADER]: plain(previousSecret.secret),
		...headers,
		'webhook-signature': `${standard(secret)} ${standard(previousSecret.secret)}`,
	};
}
