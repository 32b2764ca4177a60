/** The response to an API call. */
export interface Answer {
	status: number;
	body: unknown;
}

/** Calls the interface of one gateway. */
export interface Client {
	call(method: string, path: string, body?: unknown): Promise<Answer>;
	/** The same, where anything but a 2xx status is an error. */
	must(method: string, path: string, body?: unknown): Promise<unknown>;
}

export function createClient(url: string, key: string): Client {
	async function call(method: string, path: string, body?: unknown): Promise<Answer> {
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
			const answer = await call(method, path, body);
			if (answer.status >= 200 && answer.status < 300) return answer.body;
			throw new Error(`${method} ${path} was answered with ${JSON.stringify(answer)}`);
		},
	};
}

/** Creates an instance, connects it by QR code, and returns its ID. */
export async function createConnectedInstance(client: Client, name: string): Promise<string> {
	const { data } = (await client.must('POST', '/v1/instances', { name })) as { data: { id: string } };
	await client.must('POST', `/v1/instances/${data.id}/connect`, { method: 'qrcode' });
	await client.must('POST', `/simulator/v1/instances/${data.id}/scan`);
	return data.id;
}

/** Registers a webhook for these events of all instances; returns its id and secret. */
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
