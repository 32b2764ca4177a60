import type { Answer, Client } from './client.ts';

/** Sends a PATCH request with a JSON body. */
export function patch(client: Client, path: string, body: unknown): Promise<Answer> {
	return client.request(path, { method: 'PATCH', headers: client.headers, body: JSON.stringify(body) });
}

/** Uploads a file; returns its mediaUrl. */
export async function upload(client: Client, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string> {
	const body = new FormData();
	body.append('file', new Blob([bytes], { type }), 'file');
	const { authorization = '' } = client.headers;
	const answer = await client.request('/v1/media', { method: 'POST', headers: { authorization }, body });
	return answer.text('data.mediaUrl');
}

/** Connects a new instance of the simulated network with the limits of WhatsApp's official API; returns its id. */
export async function limitedInstance(client: Client): Promise<string> {
	const instanceId = (await client.post('/v1/instances', { name: 'Official' })).text('data.id');
	await client.post(`/v1/instances/${instanceId}/connect`, {
		method: 'official',
		businessId: '100200300',
		phoneNumberId: '4915100000008',
		accessToken: 'valid-token',
	});
	return instanceId;
}

/** The status and the code of an error. */
export function refusal(answer: Answer): [number, unknown] {
	return [answer.status, answer.at('error.code')];
}
