import type { Gateway } from './gateway-service.ts';
import { callN8n, type N8nSession } from './n8n-client.ts';

const NAME = 'Messaging Gateway (playground)';
const TYPE = 'messagingGatewayApi';

export type Credential = { id: string; name: string };

/** Makes sure that n8n holds the gateway's address and key. */
export async function storeCredential(session: N8nSession, gateway: Gateway): Promise<Credential> {
	const data = { baseUrl: gateway.url, apiKey: gateway.apiKey };
	const credential = await findCredential(session);
	if (credential === undefined) {
		const created = await callN8n(session, 'POST', '/rest/credentials', { name: NAME, type: TYPE, data });
		return created as Credential;
	}
	if ((await storedAddress(session, credential)) !== gateway.url) {
		await callN8n(session, 'PATCH', `/rest/credentials/${credential.id}`, { name: NAME, type: TYPE, data });
	}
	return credential;
}

async function findCredential(session: N8nSession): Promise<Credential | undefined> {
	const all = (await callN8n(session, 'GET', '/rest/credentials')) as (Credential & { type: string })[];
	return all.find(({ name, type }) => name === NAME && type === TYPE);
}

async function storedAddress(session: N8nSession, credential: Credential): Promise<string> {
	const path = `/rest/credentials/${credential.id}?includeData=true`;
	const { data } = (await callN8n(session, 'GET', path)) as { data: { baseUrl: string } };
	return data.baseUrl;
}
