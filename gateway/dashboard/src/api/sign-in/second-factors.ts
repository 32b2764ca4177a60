import { makePasskey } from './passkeys.ts';
import { request, requestData } from '../request.ts';
import type {
	Account,
	FirstRecoveryCodes,
	NewAuthenticator,
	NewPasskey,
	Passkey,
	RecoveryCodes,
} from '../types.ts';

const ROOT = '/admin/v1/account';

export function getAccount(signal: AbortSignal) {
	return requestData<Account>('GET', ROOT, { signal });
}

export function beginAuthenticator() {
	return requestData<NewAuthenticator>('POST', `${ROOT}/totp`, { body: {} });
}

export function addAuthenticator(code: string) {
	return requestData<FirstRecoveryCodes>('PUT', `${ROOT}/totp`, { body: { code } });
}

export function removeAuthenticator() {
	return request<unknown>('DELETE', `${ROOT}/totp`);
}

export function listPasskeys(signal: AbortSignal) {
	return requestData<Passkey[]>('GET', `${ROOT}/passkeys`, { signal });
}

export async function addPasskey(name: string) {
	const response = await makePasskey(`${ROOT}/passkeys/options`);
	const body = { name, response };
	return requestData<NewPasskey>('POST', `${ROOT}/passkeys`, { body });
}

export function removePasskey(passkeyId: string) {
	return request<unknown>('DELETE', `${ROOT}/passkeys/${encodeURIComponent(passkeyId)}`);
}

export function makeRecoveryCodes() {
	return requestData<RecoveryCodes>('POST', `${ROOT}/recovery-codes`, { body: {} });
}
