import { fetchFromN8n } from './fetch.ts';

/** A user's session at n8n's internal REST API, which its editor uses. */
export type N8nSession = {
	url: string;
	cookie: string;
};

/** An error response of n8n. */
export class N8nError extends Error {
	override readonly name = 'N8nError';
	readonly status: number;

	constructor(request: string, status: number, message: string) {
		super(`n8n responded to ${request} with ${status}: ${message}`);
		this.status = status;
	}
}

/** Sends a request to n8n and returns the `data` of the response. Throws N8nError for an error response. */
export async function callN8n(
	session: N8nSession,
	method: string,
	path: string,
	body?: object,
): Promise<unknown> {
	const response = await sendToN8n(session.url, method, path, body, { cookie: session.cookie });
	return ((await response.json()) as { data: unknown }).data;
}

/** Logs in with email and password, or creates the owner with them if n8n has none. */
export async function openSession(
	url: string,
	login: { email: string; password: string },
): Promise<N8nSession> {
	const settings = await sendToN8n(url, 'GET', '/rest/settings');
	const { data } = (await settings.json()) as {
		data: { userManagement: { showSetupOnFirstLoad: boolean } };
	};
	const response = data.userManagement.showSetupOnFirstLoad
		? await sendToN8n(url, 'POST', '/rest/owner/setup', {
				...login,
				firstName: 'Playground',
				lastName: 'Owner',
			})
		: await sendToN8n(url, 'POST', '/rest/login', {
				emailOrLdapLoginId: login.email,
				password: login.password,
			});
	const cookie = response.headers.getSetCookie().map((header) => header.split(';', 1)[0]);
	return { url, cookie: cookie.join('; ') };
}

async function sendToN8n(
	url: string,
	method: string,
	path: string,
	body?: object,
	headers: Record<string, string> = {},
): Promise<Response> {
	const response = await fetchFromN8n(`${url}${path}`, {
		method,
		headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
		...(body && { body: JSON.stringify(body) }),
	});
	if (response.ok) return response;
	const text = await response.text();
	throw new N8nError(`${method} ${path}`, response.status, getErrorMessage(text));
}

function getErrorMessage(text: string): string {
	try {
		return (JSON.parse(text) as { message: string }).message;
	} catch {
		return text;
	}
}
