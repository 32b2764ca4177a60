import { createHmac, timingSafeEqual } from 'node:crypto';

import { standardWebhooksKey } from './secret';

/** The header with the signature of a delivery (specification: Authentication, 9). */
const SIGNATURE_HEADER = 'x-service-signature';
/** The signature with the previous secret, sent for a day after the secret was rotated (an addition). */
const PREVIOUS_SIGNATURE_HEADER = 'x-service-signature-previous';

/** The time in seconds that a delivery may be away from the clock of n8n, as in the libraries of Standard Webhooks. */
const TOLERANCE = 5 * 60;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Returns whether a delivery was signed with the secret: by Standard Webhooks, at most five minutes ago, where it has
 * the header `webhook-signature`, else by the specification, whose signature does not include the time. `rawBody` must
 * be the received bytes: a parsed and serialised body may differ. All signatures are compared in constant time.
 */
export function hasValidSignature(secret: string, rawBody: Buffer, headers: Headers): boolean {
	const signatures = headers['webhook-signature'];
	if (signatures !== undefined) return isStandardWebhook(secret, rawBody, headers);
	const expected = `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
	return [SIGNATURE_HEADER, PREVIOUS_SIGNATURE_HEADER].some((name) => isEqual(headers[name], expected));
}

/** The header `webhook-signature` has several signatures, separated by spaces, while a secret is being rotated. */
function isStandardWebhook(secret: string, rawBody: Buffer, headers: Headers): boolean {
	const id = headers['webhook-id'];
	const timestamp = headers['webhook-timestamp'];
	const signatures = headers['webhook-signature'];
	if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
	if (!/^\d{1,15}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE)
		return false;
	const hmac = createHmac('sha256', standardWebhooksKey(secret))
		.update(`${id}.${timestamp}.`)
		.update(rawBody);
	const expected = `v1,${hmac.digest('base64')}`;
	return signatures.split(' ').some((signature) => isEqual(signature, expected));
}

function isEqual(header: string | string[] | undefined, expected: string): boolean {
	if (typeof header !== 'string') return false;
	const received = Buffer.from(header);
	const wanted = Buffer.from(expected);
	return received.length === wanted.length && timingSafeEqual(received, wanted);
}
