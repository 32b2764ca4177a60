import { readError, toApiError } from './api-error.ts';
import { csrfToken, sessionEnded, sessionStarted } from './session.ts';
import type { Data, SessionInfo } from './types.ts';

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

/**
 * Sends a request in the owner's session and returns the body of the response. Throws ApiError. A 401 response signs
 * the page out; a session that another tab has started meanwhile is adopted, and the request repeated.
 */
export async function request<T>(method: Method, path: string, parts: Parts = {}): Promise<T> {
	const token = csrfToken();
	const response = await send(method, path, parts).catch((error: unknown) => {
		// The caller aborted the request and expects the original error.
		if (parts.signal?.aborted === true) throw error;
		throw toApiError(error);
	});
	if (response.ok) return (await response.json()) as T;
	const error = await readError(response);
	if (error.code === 'csrf_token_required' && (await adoptSession(token))) {
		return await request<T>(method, path, parts);
	}
	if (error.status === 401 && error.code !== 'invalid_password') sessionEnded(error.code);
	throw error;
}

/** Like `request`, for a response of the form `{success, data}`: returns its `data`. */
export async function requestData<T>(method: Method, path: string, parts?: Parts): Promise<T> {
	const { data } = await request<Data<T>>(method, path, parts);
	return data;
}

/** Loads the session of the browser's cookie. Returns whether it is another one than that of `token`. */
async function adoptSession(token: string | null): Promise<boolean> {
	const session = await requestData<SessionInfo>('GET', '/admin/v1/session');
	sessionStarted(session);
	return session.csrfToken !== token;
}

function send(
	method: Method,
	path: string,
	{ query, body, form, idempotencyKey, signal }: Parts,
): Promise<Response> {
	const headers = new Headers({ Accept: 'application/json' });
	const token = csrfToken();
	if (method !== 'GET' && token !== null) headers.set('X-CSRF-Token', token);
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
	return text === '' ? path : `${path}?${text}`;
}
