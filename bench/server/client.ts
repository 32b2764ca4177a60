export interface ApiResponse {
	status: number;
	body: unknown;
}

/** A client of one gateway. */
export interface Client {
	call(method: string, path: string, body?: unknown): Promise<ApiResponse>;
	/** Returns the body of the response. Throws for a status other than 2xx. */
	must(method: string, path: string, body?: unknown): Promise<unknown>;
}

export function createClient(url: string, key: string): Client {
	async function call(method: string, path: string, body?: unknown): Promise<ApiResponse> {
		const headers: Record<string, string> = { authorization: `Bearer ${key}` };
		const init: RequestInit = { method, headers };
		if (body !== undefined) {
			headers['content-type'] = 'application/json';
			init.body = JSON.stringify(body);
		}
		const response = await fetch(url + path, init);
		const text = await response.text();
		return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
	}
	return {
		call,
		async must(method, path, body) {
			const response = await call(method, path, body);
			if (response.status >= 200 && response.status < 300) return response.body;
			throw new Error(`${method} ${path} got the response ${JSON.stringify(response)}`);
		},
	};
}

/** Creates an instance and connects it by QR code. Returns its id. */
export async function createConnectedInstance(client: Client, name: string): Promise<string> {
	const { data } = (await client.must('POST', '/v1/instances', { name })) as { data: { id: string } };
	await client.must('POST', `/v1/instances/${data.id}/connect`, { method: 'qrcode' });
	await client.must('POST', `/simulator/v1/instances/${data.id}/scan`);
	return data.id;
}

/** Registers a webhook for events of all instances. Returns its id and secret. */
export async function registerWebhook(
	client: Client,
	url: string,
	events: readonly string[],
): Promise<{ id: string; secret: string }> {
	const { data } = (await client.must('POST', '/v1/webhooks', { url, events })) as {
		data: { id: string; secret: string };
	};
	return data;
}
