import type { Gateway } from '../gateway/service.ts';
import { callN8n, type N8nSession } from './client.ts';

const NAME = 'Messaging Gateway (playground)';
const TYPE = 'messagingGatewayApi';

export type Credential = { id: string; name: string };

/** Creates or updates n8n's credential with the current URL and API key of the gateway. */
export async function upsertCredential(session: N8nSession, gateway: Gateway): Promise<Credential> {
	const credential = { name: NAME, type: TYPE, data: { baseUrl: gateway.url, apiKey: gateway.apiKey } };
	const existing = await findCredential(session);
	if (existing === undefined) {
		return (await callN8n(session, 'POST', '/rest/credentials', credential)) as Credential;
	}
	await callN8n(session, 'PATCH', `/rest/credentials/${existing.id}`, credential);
	return existing;
}

async function findCredential(session: N8nSession): Promise<Credential | undefined> {
	const all = (await callN8n(session, 'GET', '/rest/credentials')) as (Credential & { type: string })[];
	return all.find(({ name, type }) => name === NAME && type === TYPE);
}
