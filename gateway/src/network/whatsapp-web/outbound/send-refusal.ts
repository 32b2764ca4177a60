import type { FailureCode } from '../../../domain/messages/message.ts';
import { PermanentSendError } from '../../permanent-send-error.ts';
import { TemporarySendError } from '../../temporary-send-error.ts';

const RESTRICTED =
	'WhatsApp currently does not let this account write to people it has not talked to before. Let it only answer for some days.';

/** The failures by the error code in WhatsApp's acknowledgement of a message. */
const PERMANENT_ERRORS: Readonly<Record<number, { code: FailureCode; message: string }>> = {
	401: { code: 'recipient_blocked', message: 'The recipient does not accept messages from this number.' },
	403: {
		code: 'recipient_blocked',
		message:
			'The instance may not write here: the recipient has blocked it, or it is not in the group, or only admins may write there.',
	},
	404: {
		code: 'recipient_not_found',
		message: 'The recipient is not on WhatsApp, or the group no longer exists.',
	},
	405: { code: 'recipient_not_found', message: 'WhatsApp does not allow messages to this recipient.' },
	406: { code: 'network_error', message: 'WhatsApp does not accept this message.' },
	413: { code: 'media_too_large', message: 'The file is too large for WhatsApp.' },
	415: { code: 'unsupported_media_type', message: 'WhatsApp does not accept files of this type.' },
	463: { code: 'rate_limited', message: RESTRICTED },
	475: { code: 'rate_limited', message: RESTRICTED },
	479: { code: 'network_error', message: 'WhatsApp did not accept the address of the message.' },
};

/** Codes with which WhatsApp takes no message for now: the instance sends too much. */
const LIMITS = new Set([420, 429]);

/** The error for a code with which WhatsApp refused a message: a PermanentSendError, or one after which it is retried. */
export function sendRefusal(code: number): Error {
	const permanent = PERMANENT_ERRORS[code];
	if (permanent !== undefined) return new PermanentSendError(permanent);
	// A code that is no number proves nothing, so the message is retried.
	const refused = `WhatsApp does not accept the message at the moment (${code}).`;
	if (LIMITS.has(code)) return new TemporarySendError(refused);
	if (code === 408 || code >= 500 || !Number.isInteger(code)) return new Error(refused);
	return new PermanentSendError({
		code: 'network_error',
		message: `WhatsApp refused the message (${code}).`,
	});
}
