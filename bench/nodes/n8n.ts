import path from 'node:path';
import { openAccount } from '../../playground/src/account.ts';
import { dataLayout } from '../../playground/src/layout.ts';
import { callN8n, openSession, type N8nSession } from '../../playground/src/n8n/client.ts';
import { ensureN8n } from '../../playground/src/n8n/install.ts';
import { startN8n, type N8nSettings } from '../../playground/src/n8n/service.ts';
import { unpackNodePackage } from '../../playground/src/n8n/node-package.ts';
import { findFreePort } from '../../playground/src/process/ports.ts';

/** A real n8n with the packed nodes, in its own process and folder. */
export interface N8nProcess {
	session: N8nSession;
	end: () => Promise<void>;
}

/** Installs n8n, with or without our package, and returns its settings: ports and folders. */
export async function prepareN8n(folder: string, withNodes: boolean): Promise<N8nSettings> {
	const data = dataLayout(folder);
	await ensureN8n(path.join(data.logs, 'install.log'));
	if (withNodes) await unpackNodePackage(data.n8n, path.join(data.logs, 'pack.log'));
	return {
		port: await findFreePort(),
		brokerPort: await findFreePort(),
		userFolder: data.n8n,
		logFile: path.join(data.logs, 'n8n.log'),
	};
}

/** Starts n8n with the nodes and creates its owner. */
export async function openN8n(folder: string): Promise<N8nProcess> {
	const account = await openAccount(dataLayout(folder).account);
	const { service, ready } = startN8n(await prepareN8n(folder, true));
	try {
		return { session: await openSession(await ready, account), end: () => service.kill() };
	} catch (error) {
		await service.kill();
		throw error;
	}
}

/** Creates the credential with which the HTTP Request node sends the API key. Returns its id. */
export async function createHeaderCredential(session: N8nSession, key: string): Promise<string> {
	const { id } = (await callN8n(session, 'POST', '/rest/credentials', {
		name: 'Header of the gateway',
		type: 'httpHeaderAuth',
		data: { name: 'Authorization', value: `Bearer ${key}` },
	})) as { id: string };
	return id;
}
