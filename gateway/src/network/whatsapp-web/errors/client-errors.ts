import { GatewayError } from '../../../domain/error.ts';
import type { DisconnectReason } from '../../../domain/instances/instance.ts';
import { proxyExplanation, type ProxyFault } from '../proxy/proxy-error.ts';
import { disconnectExplanation } from '../socket/disconnect-explanation.ts';

/** A request to WhatsApp failed. `what` completes "WhatsApp could not …". */
export function unavailable(what: string, cause: unknown): GatewayError {
	return new GatewayError(
		'service_unavailable',
		`WhatsApp could not ${what} at the moment. Send the request again in a few seconds.`,
		{ retryAfter: 5, cause },
	);
}

/** WhatsApp did not answer a request to create a group, or the gateway's requests that follow. */
export function groupInDoubt(cause: unknown): GatewayError {
	return new GatewayError(
		'service_unavailable',
		'WhatsApp did not confirm the group, and may have created it. Look for it with GET /v1/groups before you send the request again.',
		{ retryAfter: 5, cause },
	);
}

/** No QR code: the connection to WhatsApp could not be opened. */
export function unreachable(cause: unknown): GatewayError {
	return new GatewayError(
		'service_unavailable',
		'WhatsApp could not be reached. Check the network of the gateway (and GATEWAY_WHATSAPP_URL, where it is set), then connect again.',
		{ retryAfter: 5, cause },
	);
}

/** The proxy of the instance failed. The message contains no part of its URL. */
export function proxyFailed(fault: ProxyFault): GatewayError {
	return new GatewayError('service_unavailable', proxyExplanation(fault), { retryAfter: 5 });
}

/** No QR code: WhatsApp refused the device before it was linked. */
export function linkingFailed(reason: DisconnectReason): GatewayError {
	const explanation = disconnectExplanation(reason, { wasLinked: false });
	if (reason === 'banned' || reason === 'provider_verification_required') {
		return new GatewayError('provider_verification_required', explanation);
	}
	return new GatewayError('service_unavailable', explanation, { retryAfter: 5 });
}
