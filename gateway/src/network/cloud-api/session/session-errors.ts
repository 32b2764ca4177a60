import { GatewayError } from '../../../domain/error.ts';
import type { NetworkNotice } from '../../driver.ts';
import { GraphError } from '../graph/graph-error.ts';
import { classifyError } from '../graph/error-class.ts';

/** What a user is told of the end of a line: what happened, and what to do. */
export const ENDINGS = {
	credentials_revoked:
		'Meta does not accept the access token any more: it ended or was revoked. Make a new one in the Business settings at Meta, under System users, and connect the instance again with it.',
	banned:
		'Meta has locked this account or number. Open the WhatsApp Manager to see why and to ask for a review; connect the instance again when it is unlocked.',
} as const;

const GRANT =
	'Give its system user full control of the app and of the WhatsApp account, and the token the permissions whatsapp_business_messaging and whatsapp_business_management.';

/** What is told of a token that is good, and lacks a permission for what was asked. */
export function accessRefused({ code, message }: GraphError): NetworkNotice {
	return {
		topic: 'access_refused',
		message: `Meta refused a request because the access token may not do it. ${GRANT}`,
		details: { code, message },
	};
}

/** What a client of the gateway is answered when Meta could not do what was asked. */
export function requestFailure(
	error: unknown,
	{ what, over }: { what: string; over: boolean },
): GatewayError {
	const verdict = error instanceof GraphError ? classifyError(error) : 'later';
	const said = error instanceof GraphError ? ` Meta says: ${error.message}` : '';
	if (over && (verdict === 'credentials' || verdict === 'permission' || verdict === 'banned')) {
		return new GatewayError(
			'instance_disconnected',
			`Meta does not accept the instance's credentials any more, so it is disconnected. Connect it again with a new accessToken.${said}`,
			{ cause: error },
		);
	}
	if (verdict === 'permission') {
		return new GatewayError(
			'provider_verification_required',
			`Meta does not allow the instance's access token to ${what}. ${GRANT}${said}`,
			{ cause: error },
		);
	}
	return new GatewayError(
		'service_unavailable',
		`Meta could not ${what} at the moment. Send the request again in a few seconds.`,
		{ retryAfter: 5, cause: error },
	);
}
