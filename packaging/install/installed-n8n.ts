import { cp } from 'node:fs/promises';
import path from 'node:path';
import { openAccount } from '../../playground/src/account.ts';
import { callGateway } from '../../playground/src/gateway/client.ts';
import { connectPhone } from '../../playground/src/gateway/phone.ts';
import { startGateway, type Gateway } from '../../playground/src/gateway/service.ts';
import { dataLayout } from '../../playground/src/layout.ts';
import { callN8n, N8nError, openSession, type N8nSession } from '../../playground/src/n8n/client.ts';
import { upsertCredential } from '../../playground/src/n8n/credential.ts';
import { EXAMPLES, importExample, type Workflow } from '../../playground/src/n8n/example-workflows.ts';
import { startN8n } from '../../playground/src/n8n/service.ts';
import { findFreePort } from '../../playground/src/process/ports.ts';
import type { Service } from '../../playground/src/process/service.ts';
import { until } from '../../playground/src/process/until.ts';
import { waitForWebhooks } from '../../playground/src/readiness.ts';

/** An n8n whose user folder has the package as npm has installed it, and a gateway. */
export interface InstalledN8n {
	session: N8nSession;
	gateway: Gateway;
	instanceId: string;
	stop: () => Promise<void>;
}

/** Starts a gateway, and n8n with a folder of installed community nodes. All data lies in `folder`. */
export async function startInstalledN8n(
	folder: string,
	nodesFolder: string,
	installation?: string,
): Promise<InstalledN8n> {
	const data = dataLayout(folder);
	await cp(nodesFolder, path.join(data.n8n, '.n8n', 'nodes'), { recursive: true });
	const account = await openAccount(data.account);
	const services: Service[] = [];
	const stop = async () => {
		for (const service of services.toReversed()) await service.stop();
	};
	try {
		const gatewayStart = startGateway({
			port: await findFreePort(),
			dataDir: data.gateway,
			apiKey: account.apiKey,
			logFile: path.join(data.logs, 'gateway.log'),
		});
		services.push(gatewayStart.service);
		const gateway = await gatewayStart.ready;
		const n8nStart = startN8n({
			port: await findFreePort(),
			brokerPort: await findFreePort(),
			userFolder: data.n8n,
			installation,
			logFile: path.join(data.logs, 'n8n.log'),
		});
		services.push(n8nStart.service);
		const session = await openSession(await n8nStart.ready, account);
		return { session, gateway, instanceId: await connectPhone(gateway), stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Returns the names of the nodes or credentials that n8n offers in its editor, of the package only. */
export async function offeredTypes(
	{ url, cookie }: N8nSession,
	kind: 'nodes' | 'credentials',
): Promise<string[]> {
	const response = await fetch(`${url}/types/${kind}.json`, { headers: { cookie } });
	const types = (await response.json()) as { name: string }[];
	return [...new Set(types.map(({ name }) => name))].filter((name) => /messagingGateway/i.test(name)).sort();
}

/** Imports the echo bot and activates it; resolves when its trigger is registered at the gateway. */
export async function activateEchoBot({ session, gateway }: InstalledN8n): Promise<void> {
	const workflow = await importExample(session, EXAMPLES[0], await upsertCredential(session, gateway));
	await activate(session, workflow);
	await waitForWebhooks(gateway, session, [workflow]);
}

async function activate(session: N8nSession, { id, versionId }: Workflow): Promise<void> {
	try {
		await callN8n(session, 'POST', `/rest/workflows/${id}/activate`, { versionId });
	} catch (error) {
		if (!(error instanceof N8nError) || error.status !== 404) throw error;
		// n8n 1 has no versions to publish.
		await callN8n(session, 'PATCH', `/rest/workflows/${id}`, { active: true, versionId });
	}
}

/** Lets a simulated phone write a text to the instance; resolves with the text that it gets back. */
export async function writeAndReadReply(
	{ gateway, instanceId }: InstalledN8n,
	text: string,
): Promise<string> {
	const message = { from: '491700000042', contactName: 'Ada', content: text };
	await callGateway(gateway, 'POST', `/simulator/v1/instances/${instanceId}/messages`, message);
	const path = `/v1/messages?instanceId=${instanceId}&direction=outbound&limit=1`;
	return await until({ what: 'the reply of the echo bot', seconds: 60 }, async () => {
		const { data } = (await callGateway(gateway, 'GET', path)) as { data: { content: string }[] };
		return data[0]?.content;
	});
}
