import { readError, toApiError, type ApiError } from './api-error.ts';
import { confirmIdentity } from './sign-in/confirmation.ts';
import { gatewayUrl } from './gateway-url.ts';
import {
	auth,
	csrfToken,
	secondFactorMissing,
	sessionEnded,
	sessionLoaded,
	tokenInPlaceOf,
} from './sign-in/session.ts';
import type { CurrentSession, Data } from './types.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface Parts {
	/** Empty and undefined parameters are left out. */
	query?: Query;
	/** Sent as JSON. */
	body?: unknown;
	/** Sent as multipart/form-data. */
	form?: FormData;
	idempotencyKey?: string;
	signal?: AbortSignal | undefined;
}

/** Where the session is confirmed; a refusal there is not repeated. */
export const CONFIRM = '/admin/v1/session/confirm';

/** Codes of a 401 response that refuses what the user entered, not the session. */
const REFUSED_PROOFS = [
	'invalid_password',
	'invalid_code',
	'invalid_passkey',
	'invalid_setup_link',
	'second_factor_required',
];

/**
 * Sends a request in the user's session and returns the body of the response. Throws ApiError. Where the gateway wants
 * the user to confirm the identity, a dialog asks for it and the request is repeated; `confirmation_required` is thrown
 * only if the user cancels. A 401 response signs the page out.
 */
export async function request<T>(method: Method, path: string, parts: Parts = {}): Promise<T> {
	const response = await respond(method, path, parts);
	return (await response.json()) as T;
}

/** Like `request`, for a response of the form `{success, data}`: returns its `data`. */
export async function requestData<T>(method: Method, path: string, parts?: Parts): Promise<T> {
	const { data } = await request<Data<T>>(method, path, parts);
	return data;
}

/** Gets a file with its name; null: the response has none. Throws ApiError. */
export async function requestFile(path: string): Promise<{ content: Blob; name: string | null }> {
	const response = await respond('GET', path, { accept: '*/*' });
	return { content: await response.blob(), name: filenameIn(response.headers) };
}

/** Sends a request until it needs no confirmation, and returns its successful response. */
async function respond(method: Method, path: string, parts: Parts & { accept?: string }): Promise<Response> {
	const token = csrfToken();
	const response = await send(method, path, parts, token).catch((error: unknown) => {
		// The caller aborted the request and expects the original error.
		if (parts.signal?.aborted === true) throw error;
		throw toApiError(error);
	});
	if (response.ok) return response;
	const error = await readError(response);
	if (error.code === 'second_factor_missing') secondFactorMissing.value = true;
	// An owner may have changed the user's role meanwhile.
	if (error.code === 'insufficient_permissions') void loadUser().catch(() => undefined);
	const repeat =
		error.code === 'confirmation_required'
			? await confirmIdentity()
			: path !== CONFIRM && isSessionRefused(error) && (await adoptSession(token, error.code));
	if (repeat) return respond(method, path, parts);
	throw error;
}

function isSessionRefused({ status, code }: ApiError): boolean {
	return code === 'csrf_token_required' || (status === 401 && !REFUSED_PROOFS.includes(code));
}

/**
 * Adopts the token that a confirmation or another tab has stored since `token` was read, and returns whether it belongs
 * to the same user. Without such a token the page is signed out.
 */
async function adoptSession(token: string | null, reason: string): Promise<boolean> {
	if (token === null || (await tokenInPlaceOf(token)) === null) {
		sessionEnded(reason);
		return false;
	}
	const before = userId();
	await loadUser();
	return userId() === before;
}

/** Loads the user and the role again. */
async function loadUser(): Promise<void> {
	sessionLoaded(await requestData<CurrentSession>('GET', '/admin/v1/session'));
}

function userId(): string | null {
	return auth.value.state === 'signed in' ? auth.value.session.user.userId : null;
}

function send(
	method: Method,
	path: string,
	{ query, body, form, idempotencyKey, signal, accept = 'application/json' }: Parts & { accept?: string },
	token: string | null,
): Promise<Response> {
	const headers = new Headers({ Accept: accept });
	if (token !== null) headers.set('X-CSRF-Token', token);
	if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
	if (body !== undefined) headers.set('Content-Type', 'application/json');
	return fetch(urlOf(path, query), {
		method,
		headers,
		credentials: 'same-origin',
		body: form ?? (body === undefined ? null : JSON.stringify(body)),
		signal: signal ?? null,
	});
}

function urlOf(path: string, query: Query = {}): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined && value !== '') parameters.set(name, String(value));
	}
	const text = parameters.toString();
	return gatewayUrl(text === '' ? path : `${path}?${text}`);
}

/** Returns the name of a file in the Content-Disposition header of its response, which the gateway writes in UTF-8. */
function filenameIn(headers: Headers): string | null {
	const encoded = /filename\*=UTF-8''([^;]+)/.exec(headers.get('Content-Disposition') ?? '')?.[1];
	return encoded === undefined ? null : decodeURIComponent(encoded);
}
