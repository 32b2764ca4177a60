import { toApiError, readError } from './api-error.ts';
import { csrfToken, sessionEnded, sessionStarted } from './session.ts';
import type { SessionInfo } from './types.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface Parts {
	query?: Query;
	/** Sent as JSON. */
	body?: unknown;
	/** Sent as a form with a file. */
	form?: FormData;
	/** Names the request: sent again under the same name it does nothing, and gets the first answer. */
	name?: string;
	signal?: AbortSignal;
}

/**
 * Asks the gateway, as the person who is signed in; gives the body of its answer. Throws ApiError. A session that
 * the gateway does not know any more ends here too; one that another tab has begun meanwhile is taken over.
 */
export async function request<T>(method: Method, path: string, parts: Parts = {}): Promise<T> {
	const token = csrfToken();
	const response = await send(method, path, parts).catch((error: unknown) => {
		// Whoever gave up asking does not want to hear about it.
		if (parts.signal?.aborted === true) throw error;
		throw toApiError(error);
	});
	if (response.ok) return (await response.json()) as T;
	const error = await readError(response);
	if (error.code === 'csrf_token_required' && (await isAnotherSession(token))) {
		return await request<T>(method, path, parts);
	}
	if (error.status === 401 && error.code !== 'invalid_password') sessionEnded(error.code);
	throw error;
}

/** The same for answers of the form `{success, data}`: gives what is in `data`. */
export async function requestData<T>(method: Method, path: string, parts?: Parts): Promise<T> {
	const { data } = await request<{ data: T }>(method, path, parts);
	return data;
}

/** Takes over the session that the browser's cookie stands for by now; tells whether it is another one. */
async function isAnotherSession(token: string | null): Promise<boolean> {
	const session = await requestData<SessionInfo>('GET', '/admin/v1/session');
	sessionStarted(session);
	return session.csrfToken !== token;
}

function send(method: Method, path: string, { query, body, form, name, signal }: Parts): Promise<Response> {
	const headers = new Headers({ Accept: 'application/json' });
	const token = csrfToken();
	if (method !== 'GET' && token !== null) headers.set('X-CSRF-Token', token);
	if (name !== undefined) headers.set('Idempotency-Key', name);
	if (body !== undefined) headers.set('Content-Type', 'application/json');
	return fetch(addressOf(path, query), {
		method,
		headers,
		credentials: 'same-origin',
		body: form ?? (body === undefined ? null : JSON.stringify(body)),
		signal: signal ?? null,
	});
}

function addressOf(path: string, query: Query = {}): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined && value !== '') parameters.set(name, String(value));
	}
	const text = parameters.toString();
	return text === '' ? path : `${path}?${text}`;
}
