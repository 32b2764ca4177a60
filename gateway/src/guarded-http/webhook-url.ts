import { GatewayError } from '../domain/error.ts';
import { inRanges } from './address.ts';
import { isAllowedAddress, literalAddress, resolveAllowed, RefusedTarget, type Guard } from './target.ts';

/** Longest URL a webhook may have, in characters. */
export const URL_LIMIT = 2048;

/**
 * Checks a URL that events will be sent to: HTTPS, without credentials in it, to a public address. In the ranges
 * the operator allowed, plain HTTP and private addresses pass. A name that does not resolve now may later.
 * Throws invalid_webhook_url with what to change.
 */
export async function checkWebhookUrl(guard: Guard, text: string): Promise<void> {
	const url = URL.parse(text);
	if (url === null || text.length > URL_LIMIT) {
		throw refused(
			`must be a complete URL of at most ${URL_LIMIT} characters, such as https://example.com/hook`,
		);
	}
	if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('must begin with https://');
	if (url.username !== '' || url.password !== '') {
		throw refused('must not contain a user name or password; the signature header proves who sent an event');
	}
	const addresses = await addressesOf(guard, url.hostname);
	const inAllowedRange =
		addresses.length > 0 && addresses.every((address) => inRanges(address, guard.allowedRanges));
	if (url.protocol === 'http:' && !inAllowedRange) throw refused('must begin with https://');
}

async function addressesOf(guard: Guard, hostname: string): Promise<string[]> {
	const literal = literalAddress(hostname);
	if (literal !== null) {
		if (!isAllowedAddress(guard, literal)) throw notPublic();
		return [literal];
	}
	try {
		return (await resolveAllowed(guard, hostname)).map(({ address }) => address);
	} catch (error) {
		if (error instanceof RefusedTarget) throw notPublic();
		return [];
	}
}

function notPublic(): GatewayError {
	return refused(
		'must lead to a public address. For a receiver on this host or network, the operator can allow its range with GATEWAY_ALLOW_PRIVATE_NETWORKS',
	);
}

function refused(reason: string): GatewayError {
	return new GatewayError('invalid_webhook_url', `The webhook URL ${reason}.`);
}
