import { readError, toApiError, type ApiError } from './api-error.ts';
import { readFile, type NamedFile } from './file-response.ts';
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
import { withTimeLimit } from './time-limit.ts';
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
 * only if the user cancels. A 401 response signs the page out. A request without an answer ends with `timeout`.
 */
export function request<T>(method: Method, path: string, parts: Parts = {}): Promise<T> {
	return respond(method, path, parts, async (response) => (await response.json()) as T);
}

/** Like `request`, for a response of the form `{success, data}`: returns its `data`. */
export async function requestData<T>(method: Method, path: string, parts?: Parts): Promise<T> {
	const { data } = await request<Data<T>>(method, path, parts);
	return data;
}

/** Gets a file. Throws ApiError. */
export function requestFile(path: string): Promise<NamedFile> {
	return respond('GET', path, { accept: '*/*' }, readFile);
}

/** Sends a request until it needs no confirmation, and returns what `read` makes of its successful response. */
async function respond<T>(
	method: Method,
	path: string,
	parts: Parts & { accept?: string },
	read: (response: Response, onProgress: () => void) => Promise<T>,
): Promise<T> {
	const token = csrfToken();
	const isUpload = parts.form !== undefined;
	const isRepeatable = method === 'GET' || isUpload || parts.idempotencyKey !== undefined;
	const limited = { isUpload, isRepeatable, signal: parts.signal };
	const answer = await withTimeLimit(limited, async (signal, onProgress) => {
		const response = await send(method, path, { ...parts, signal }, token);
		return response.ok ? { content: await read(response, onProgress) } : { error: await readError(response) };
	}).catch((error: unknown) => {
		// The caller aborted the request and expects the original error.
		if (parts.signal?.aborted === true) throw error;
		throw toApiError(error);
	});
	if ('content' in answer) return answer.content;
	const { error } = answer;
	if (error.code === 'second_factor_missing') secondFactorMissing.value = true;
	// An owner may have changed the user's role meanwhile.
	if (error.code === 'insufficient_permissions') void loadUser().catch(() => undefined);
	const repeat =
		error.code === 'confirmation_required'
			? await confirmIdentity()
			: path !== CONFIRM && isSessionRefused(error) && (await adoptSession(token, error.code));
	if (repeat) return respond(method, path, parts, read);
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
