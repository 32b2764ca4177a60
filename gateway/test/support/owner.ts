import type { Answer } from './client.ts';
import type { TestGateway } from './gateway.ts';

export const PASSWORD = 'correct horse battery staple';

/** A browser, which stores the cookie of a response and sends it with its requests. */
export interface Browser {
	/** The value of the Cookie header; empty: no session. */
	cookie(): string;
	/** The value of the last Set-Cookie header. */
	setCookie(): string | null;
	/** Sends a request with this browser's cookie and the session's CSRF token. */
	call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
	get(path: string): Promise<Answer>;
	post(path: string, body?: unknown): Promise<Answer>;
	put(path: string, body: unknown): Promise<Answer>;
	delete(path: string): Promise<Answer>;
	/** The session's CSRF token; empty: no session. */
	csrfToken(): string;
	signIn(password?: string, name?: string): Promise<Answer>;
	/** Proves again who signed in, for what is sensitive. */
	confirm(password?: string): Promise<Answer>;
}

/** Opens a browser without a session. */
export function openBrowser(gateway: Pick<TestGateway, 'request'>): Browser {
	let cookie = '';
	let setCookie: string | null = null;
	let csrfToken = '';
	const call: Browser['call'] = async (method, path, body, headers = {}) => {
		const answer = await gateway.request(path, {
			method,
			headers: {
				...(cookie === '' ? {} : { cookie }),
				...(csrfToken === '' ? {} : { 'x-csrf-token': csrfToken }),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...headers,
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const header = answer.headers.get('set-cookie');
		if (header !== null) {
			setCookie = header;
			cookie = header.split(';')[0] ?? '';
			if (cookie.endsWith('=')) cookie = '';
		}
		const token = answer.at('data.csrfToken');
		if (typeof token === 'string') csrfToken = token;
		return answer;
	};
	return {
		cookie: () => cookie,
		setCookie: () => setCookie,
		csrfToken: () => csrfToken,
		call,
		get: (path) => call('GET', path),
		post: (path, body) => call('POST', path, body),
		put: (path, body) => call('PUT', path, body),
		delete: (path) => call('DELETE', path),
		signIn: (password = PASSWORD, name) =>
			call('POST', '/admin/v1/session', { password, ...(name === undefined ? {} : { name }) }),
		confirm: (password = PASSWORD) => call('POST', '/admin/v1/session/confirm', { password }),
	};
}

/**
 * Opens a browser of the first owner, with a confirmed session: sets the password by the gateway's link, or signs in
 * where it is set already.
 */
export async function openOwner(gateway: TestGateway): Promise<Browser> {
	const browser = openBrowser(gateway);
	const token = gateway.setupToken;
	const set = await browser.post('/admin/v1/setup', { token: token ?? 'none', password: PASSWORD });
	if (set.status !== 201) {
		const signedIn = await browser.signIn();
		if (signedIn.status !== 201) throw new Error(`Not signed in: ${JSON.stringify(signedIn.body)}`);
	}
	await browser.confirm();
	return browser;
}
