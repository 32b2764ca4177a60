import type {
	AuthenticationResponseJSON,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
	RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { loadCode } from '../../loading/load-code.ts';
import { ApiError } from '../api-error.ts';
import { requestData } from '../request.ts';

const loadWebAuthn = () => import('@simplewebauthn/browser');

/** An IPv4 address, or an IPv6 address in brackets: browsers bind passkeys to names only. */
const IP_ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/;

/** Why passkeys cannot be used on this page; null: they can. */
export function whyNoPasskeys(): string | null {
	if (IP_ADDRESS.test(location.hostname)) {
		return 'Passkeys belong to a host name, and this page was opened by an IP address. On the machine of the gateway, open it as localhost.';
	}
	if (!window.isSecureContext) return 'Passkeys need this page to be opened over HTTPS.';
	return typeof PublicKeyCredential === 'function' ? null : 'This browser has no passkeys.';
}

/** Lets the user choose a passkey, for the challenge that `path` returns. Throws ApiError. */
export async function getPasskey(path: string): Promise<AuthenticationResponseJSON> {
	const { startAuthentication } = await loadCode(loadWebAuthn);
	const { options } = await requestData<{ options: PublicKeyCredentialRequestOptionsJSON }>('POST', path, {
		body: {},
	});
	return startAuthentication({ optionsJSON: options }).catch((error: unknown) => {
		throw toPasskeyError(error, 'The browser used no passkey. Try again, or use another way.');
	});
}

/** Lets the browser or an authenticator make a passkey, for the challenge that `path` returns. Throws ApiError. */
export async function makePasskey(path: string): Promise<RegistrationResponseJSON> {
	// Before the challenge, for which the user has to confirm the identity: the page may have to be loaded again.
	const { startRegistration } = await loadCode(loadWebAuthn);
	const { options } = await requestData<{ options: PublicKeyCredentialCreationOptionsJSON }>('POST', path, {
		body: {},
	});
	return startRegistration({ optionsJSON: options }).catch((error: unknown) => {
		throw toPasskeyError(error, 'The browser made no passkey. Try again.');
	});
}

/** The browser hides the reason of most failures; two of them the user can act on. */
function toPasskeyError(error: unknown, otherwise: string): ApiError {
	const name = error instanceof Error ? error.name : '';
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause.name : '';
	if ([name, cause].includes('InvalidStateError')) {
		return new ApiError(0, 'passkey_exists', 'This device or authenticator has a passkey of yours already.');
	}
	if ([name, cause].includes('SecurityError')) {
		return new ApiError(
			0,
			'passkey_refused',
			'Passkeys do not work at this address. Open the page by its public address.',
		);
	}
	return new ApiError(0, 'passkey_cancelled', otherwise);
}
