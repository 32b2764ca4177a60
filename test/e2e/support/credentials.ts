import { callN8n, type N8nSession } from '../../../playground/src/n8n/client.ts';
import type { Credential } from '../../../playground/src/n8n/credential.ts';

/** Creates a credential of a test, in addition to that of the playground. */
export async function createCredential(session: N8nSession, type: string, data: object): Promise<Credential> {
	const body = { name: `${type} of the test`, type, data };
	const { id, name } = (await callN8n(session, 'POST', '/rest/credentials', body)) as Credential;
	return { id, name };
}

export async function deleteCredential(session: N8nSession, { id }: Credential): Promise<void> {
	await callN8n(session, 'DELETE', `/rest/credentials/${id}`);
}
