import { at, textAt } from './json.ts';

export interface Answer {
	status: number;
	headers: Headers;
	/** The parsed body. */
	body: unknown;
	/** The value at a dotted path in the body; undefined where there is none. */
	at: (path: string) => unknown;
	/** The string at a dotted path in the body; throws where there is none. */
	text: (path: string) => string;
}

export interface Client {
	/** The headers of a request with a JSON body. */
	headers: Record<string, string>;
	get(path: string): Promise<Answer>;
	post(path: string, body?: unknown): Promise<Answer>;
	put(path: string, body: unknown): Promise<Answer>;
	patch(path: string, body: unknown): Promise<Answer>;
	delete(path: string): Promise<Answer>;
	/** Sends any other request. */
	request(path: string, init: RequestInit): Promise<Answer>;
}

/** Creates a client of a gateway with an API key. */
export function createClient(url: string, apiKey: string): Client {
	const request = async (path: string, init: RequestInit): Promise<Answer> => {
		const response = await fetch(url + path, init);
		const content = await response.text();
		const body: unknown = content === '' ? null : JSON.parse(content);
		return {
			status: response.status,
			headers: response.headers,
			body,
			at: (inside) => at(body, inside),
			text: (inside) => textAt(body, inside),
		};
	};
	const call = (method: string, path: string, body?: unknown): Promise<Answer> => {
		const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` };
		if (body === undefined) return request(path, { method, headers });
		headers['content-type'] = 'application/json';
		return request(path, { method, headers, body: JSON.stringify(body) });
	};
	return {
		headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
		request,
		get: (path) => call('GET', path),
		post: (path, body) => call('POST', path, body),
		put: (path, body) => call('PUT', path, body),
		patch: (path, body) => call('PATCH', path, body),
		delete: (path) => call('DELETE', path),
	};
}
