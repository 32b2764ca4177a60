import { GatewayError } from '../../../domain/error.ts';

/** Longest text of an assertion, in characters; real ones have a few hundred. */
const LIMIT = 16_384;
const BASE64URL = /^[A-Za-z0-9_-]+$/;
/** The pages whose passkeys WhatsApp accepts: its own. */
const ORIGIN = /^https:\/\/(?:[a-z0-9-]+\.)?whatsapp\.com$/;

/** A browser's answer to a challenge, as WhatsApp receives it. */
export interface PasskeyAssertion {
	credentialId: Buffer;
	/** The answer as JSON, with the properties that WhatsApp's own client sends. */
	json: string;
}

/**
 * Reads an AuthenticationResponseJSON (WebAuthn Level 3). Throws invalid_parameters where it is none, or answers another
 * challenge or another site than WhatsApp's.
 */
export function readAssertion(value: Readonly<Record<string, unknown>>, challenge: string): PasskeyAssertion {
	const { rawId = value.id, type } = value;
	const response = objectOf(value.response);
	const id = base64url(rawId, 'rawId');
	if (type !== 'public-key') throw invalid('its type is not "public-key"');
	const clientDataJSON = base64url(response.clientDataJSON, 'response.clientDataJSON');
	const { type: ceremony, challenge: answered, origin } = clientDataOf(clientDataJSON);
	if (ceremony !== 'webauthn.get') throw invalid('it is not the answer to a request for a passkey');
	if (answered !== challenge) throw invalid('it answers another request: use the options shown last');
	if (typeof origin !== 'string' || !ORIGIN.test(origin)) {
		throw invalid('the passkey was used on another page: run the request on https://web.whatsapp.com');
	}
	const { userHandle } = response;
	return {
		credentialId: Buffer.from(id, 'base64url'),
		json: JSON.stringify({
			id,
			rawId: id,
			type,
			response: {
				clientDataJSON,
				authenticatorData: base64url(response.authenticatorData, 'response.authenticatorData'),
				signature: base64url(response.signature, 'response.signature'),
				userHandle:
					typeof userHandle === 'string' && userHandle !== ''
						? base64url(userHandle, 'response.userHandle')
						: null,
			},
		}),
	};
}

function clientDataOf(text: string): Record<string, unknown> {
	try {
		return objectOf(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
	} catch {
		throw invalid('response.clientDataJSON is not JSON');
	}
}

function objectOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Returns base64url without padding. */
function base64url(value: unknown, name: string): string {
	const text = typeof value === 'string' && value.length <= LIMIT ? value.replace(/=+$/, '') : '';
	if (!BASE64URL.test(text)) throw invalid(`${name} is not base64url`);
	return text;
}

function invalid(why: string): GatewayError {
	return new GatewayError('invalid_parameters', `This is not an answer of the account's passkey: ${why}.`);
}
