import { createHmac, timingSafeEqual } from 'node:crypto';

/** The header with the signature of a delivery (specification: Authentication, 9). */
export const SIGNATURE_HEADER = 'x-service-signature';
/** The signature with the previous secret, sent for a day after the secret was rotated (an addition). */
const PREVIOUS_SIGNATURE_HEADER = 'x-service-signature-previous';

/** Returns whether one of a delivery's signatures was made of these bytes with the secret. */
export function hasValidSignature(
	secret: string,
	rawBody: Buffer,
	headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
	return [SIGNATURE_HEADER, PREVIOUS_SIGNATURE_HEADER].some((name) =>
		isSignedWith(secret, rawBody, headers[name]),
	);
}

/**
 * Returns whether a header is `sha256=` and the lowercase hexadecimal HMAC-SHA-256 of the body. `rawBody` must be the
 * received bytes: a parsed and serialised body may differ. The comparison runs in constant time.
 */
function isSignedWith(secret: string, rawBody: Buffer, header: string | string[] | undefined): boolean {
	if (typeof header !== 'string') return false;
	const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`);
	const received = Buffer.from(header);
	return received.length === expected.length && timingSafeEqual(received, expected);
}
