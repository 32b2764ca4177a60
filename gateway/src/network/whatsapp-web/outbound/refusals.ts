import { GatewayError } from '../../../domain/error.ts';
import type { DisconnectReason } from '../../../domain/instance.ts';
import type { FailureCode } from '../../../domain/message.ts';
import { PermanentSendError } from '../../permanent-send-error.ts';
import { explanationOf } from '../content/explanations.ts';

const RESTRICTED =
	'WhatsApp does not let this account write to people it has not talked to before, at the moment. Let it answer only for some days.';

/** Why WhatsApp refused a message, by the code in its answer to it. */
const REFUSALS: Readonly<Record<number, { code: FailureCode; message: string }>> = {
	401: { code: 'recipient_blocked', message: 'The recipient does not take messages from this number.' },
	403: {
		code: 'recipient_blocked',
		message:
			'The instance may not write here: the recipient has blocked it, or it is not in the group, or only admins may write there.',
	},
	404: { code: 'recipient_not_found', message: 'The recipient is not on WhatsApp, or the group is gone.' },
	405: { code: 'recipient_not_found', message: 'The recipient cannot be written to.' },
	406: { code: 'network_error', message: 'WhatsApp does not accept this message.' },
	413: { code: 'media_too_large', message: 'The file is too large for WhatsApp.' },
	415: { code: 'unsupported_media_type', message: 'WhatsApp does not take files of this type.' },
	463: { code: 'rate_limited', message: RESTRICTED },
	475: { code: 'rate_limited', message: RESTRICTED },
	479: { code: 'network_error', message: 'WhatsApp did not accept how the message was addressed.' },
};

/** Codes after which the same message may be taken: WhatsApp is busy, or the instance sends too much. */
const PASSING = new Set([408, 420, 429]);

/** What WhatsApp's no to a message is: final, or an error after which it is sent again. */
export function refusalOf(code: number): Error {
	const known = REFUSALS[code];
	if (known !== undefined) return new PermanentSendError(known);
	// What is no number tells nothing for good.
	if (PASSING.has(code) || code >= 500 || !Number.isInteger(code)) {
		return new Error(`WhatsApp does not take the message at the moment (${code}).`);
	}
	return new PermanentSendError({
		code: 'network_error',
		message: `WhatsApp refused the message (${code}).`,
	});
}

/** What a client of the gateway is answered when WhatsApp could not do what was asked. */
export function unavailable(what: string, cause: unknown): GatewayError {
	return new GatewayError(
		'service_unavailable',
		`WhatsApp could not ${what} at the moment. Send the request again in a few seconds.`,
		{ retryAfter: 5, cause },
	);
}

/** What whoever asked for a QR code is answered when there is none to be had. */
export function unreachable(cause: unknown): GatewayError {
	return new GatewayError(
		'service_unavailable',
		'WhatsApp could not be reached. Check the network of the gateway (and GATEWAY_WHATSAPP_URL, where it is set), then connect again.',
		{ retryAfter: 5, cause },
	);
}

/** The same when WhatsApp ended the connection for good instead, before anything was linked. */
export function endedBefore(reason: DisconnectReason): GatewayError {
	const explanation = explanationOf(reason, { wasLinked: false });
	if (reason === 'banned' || reason === 'provider_verification_required') {
		return new GatewayError('provider_verification_required', explanation);
	}
	return new GatewayError('service_unavailable', explanation, { retryAfter: 5 });
}
