import type { Gateway } from './gateway-service.ts';
import { callN8n, type N8nSession } from './n8n-client.ts';

const NAME = 'Messaging Gateway (playground)';
const TYPE = 'messagingGatewayApi';

export type Credential = { id: string; name: string };

/** Makes sure that n8n holds the gateway's address and key, as they are now: either may have been changed. */
export async function storeCredential(session: N8nSession, gateway: Gateway): Promise<Credential> {
	const credential = { name: NAME, type: TYPE, data: { baseUrl: gateway.url, apiKey: gateway.apiKey } };
	const known = await findCredential(session);
	if (known === undefined) {
		return (await callN8n(session, 'POST', '/rest/credentials', credential)) as Credential;
	}
	await callN8n(session, 'PATCH', `/rest/credentials/${known.id}`, credential);
	return known;
}

async function findCredential(session: N8nSession): Promise<Credential | undefined> {
	const all = (await callN8n(session, 'GET', '/rest/credentials')) as (Credential & { type: string })[];
	return all.find(({ name, type }) => name === NAME && type === TYPE);
}
