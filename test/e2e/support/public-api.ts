import { callN8n, type N8nSession } from '../../../playground/src/n8n/client.ts';
import { fetchFromN8n } from '../../../playground/src/n8n/fetch.ts';

/** Creates a key of n8n's public API. */
export async function createApiKey(session: N8nSession, scopes: readonly string[]): Promise<string> {
	const key = { label: `Test ${performance.now()}`, scopes, expiresAt: null };
	return ((await callN8n(session, 'POST', '/rest/api-keys', key)) as { rawApiKey: string }).rawApiKey;
}

/** Sends a request to n8n's public API, and returns its status and the JSON of its answer. */
export async function callPublicApi(
	{ url }: N8nSession,
	apiKey: string,
	method: string,
	path: string,
	body?: string,
): Promise<{ status: number; answer: Record<string, unknown> }> {
	const response = await fetchFromN8n(`${url}/api/v1${path}`, {
		method,
		headers: { 'x-n8n-api-key': apiKey, ...(body !== undefined && { 'content-type': 'application/json' }) },
		...(body !== undefined && { body }),
	});
	return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}
