import { GatewayError } from '../../../domain/error.ts';
import type { NetworkNotice } from '../../network-event.ts';
import { GraphError } from '../graph/graph-error.ts';
import { classifyError } from '../graph/error-class.ts';

/** Texts for users: why a session was closed, and what to do. */
export const CLOSE_EXPLANATIONS = {
	credentials_revoked:
		'Meta does not accept the access token any more: it expired or was revoked. Create a new one in the Business settings at Meta, under System users, and connect the instance again with it.',
	banned:
		'Meta has locked this account or number. Open the WhatsApp Manager to see why and to ask for a review; connect the instance again when it is unlocked.',
} as const;

const GRANT_ACCESS =
	'Give its system user full control of the app and of the WhatsApp account, and the token the permissions whatsapp_business_messaging and whatsapp_business_management.';

/** The access token is valid, but lacks a permission. */
export function accessRefusedNotice({ code, message }: GraphError): NetworkNotice {
	return {
		topic: 'access_refused',
		message: `Meta refused a request because the access token may not do it. ${GRANT_ACCESS}`,
		details: { code, message },
	};
}

/** Maps a failed request to an API error. `action` follows "could not" in its text. */
export function toRequestError(
	error: unknown,
	{ action, isClosed }: { action: string; isClosed: boolean },
): GatewayError {
	const errorClass = error instanceof GraphError ? classifyError(error) : 'transient';
	const metaText = error instanceof GraphError ? ` Meta says: ${error.message}` : '';
	if (isClosed && (errorClass === 'credentials' || errorClass === 'permission' || errorClass === 'banned')) {
		return new GatewayError(
			'instance_disconnected',
			`Meta does not accept the instance's credentials any more, so it is disconnected. Connect it again with a new accessToken.${metaText}`,
			{ cause: error },
		);
	}
	if (errorClass === 'permission') {
		return new GatewayError(
			'provider_verification_required',
			`Meta does not allow the instance's access token to ${action}. ${GRANT_ACCESS}${metaText}`,
			{ cause: error },
		);
	}
	return new GatewayError(
		'service_unavailable',
		`Meta could not ${action} at the moment. Send the request again in a few seconds.`,
		{ retryAfter: 5, cause: error },
	);
}
