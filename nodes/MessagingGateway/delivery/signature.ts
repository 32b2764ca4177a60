import { createHmac, timingSafeEqual } from 'node:crypto';

/** Header of a delivery that carries its signature (specification: Authentication, 9). */
export const SIGNATURE_HEADER = 'x-service-signature';
/** The same under the secret before, for a day after somebody has rotated it (an addition). */
const PREVIOUS_SIGNATURE_HEADER = 'x-service-signature-previous';

/** Tells whether one of the signatures of a delivery is of exactly these bytes under the secret. */
export function isGenuine(
	secret: string,
	rawBody: Buffer,
	headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
	return [SIGNATURE_HEADER, PREVIOUS_SIGNATURE_HEADER].some((name) =>
		isSignedWith(secret, rawBody, headers[name]),
	);
}

/**
 * Tells whether a signature header is `sha256=` and the lowercase hexadecimal HMAC-SHA-256 of exactly these bytes
 * under the secret. Takes the body as it came over the wire: parsed and serialised again it may differ. The
 * comparison takes the same time wherever the first difference is.
 */
function isSignedWith(secret: string, rawBody: Buffer, header: string | string[] | undefined): boolean {
	if (typeof header !== 'string') return false;
	const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`);
	const received = Buffer.from(header);
	return received.length === expected.length && timingSafeEqual(received, expected);
}
