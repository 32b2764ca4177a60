import { GatewayError } from '../../domain/error.ts';
import { portOf } from '../../lib/guarded-http/allowed-target.ts';
import { faultOfUrl, type UrlFault } from '../../lib/guarded-http/outgoing-url.ts';
import type { Guard } from '../../lib/guarded-http/target.ts';

/** Longest URL of a webhook, in characters. */
const URL_LIMIT = 2048;

const REASONS: Readonly<Record<UrlFault, string>> = {
	malformed: `must be a complete URL of at most ${URL_LIMIT} characters, such as https://example.com/hook`,
	not_https: 'must begin with https://',
	with_credentials: 'must not contain a user name or password; the signature header proves who sent an event',
	not_public: 'must lead to a public address, or to one that the gateway is started with',
};

/**
 * Checks the URL of a webhook: HTTPS, no credentials, a public address. At the targets that the operator allows, plain
 * HTTP and private addresses are valid too. A name that does not resolve is valid, because it may resolve later. Throws
 * invalid_webhook_url.
 */
export async function checkWebhookUrl(guard: Guard, text: string): Promise<void> {
	const url = text.length > URL_LIMIT ? null : URL.parse(text);
	const fault = await faultOfUrl(guard, url);
	if (fault === null) return;
	const remedy =
		fault === 'not_public' && url !== null ? `: GATEWAY_ALLOW_PRIVATE_NETWORKS=${targetOf(url)}` : '';
	throw new GatewayError('invalid_webhook_url', `The webhook URL ${REASONS[fault]}${remedy}.`);
}

/** The host and port, as the setting names them. */
function targetOf({ protocol, hostname, port }: URL): string {
	return `${hostname}:${portOf(protocol, port)}`;
}
