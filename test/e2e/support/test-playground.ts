import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openAccount, type Account } from '../../../playground/src/account.ts';
import type { Workflow } from '../../../playground/src/n8n/example-workflows.ts';
import type { Gateway } from '../../../playground/src/gateway/service.ts';
import { dataLayout } from '../../../playground/src/layout.ts';
import type { N8nSession } from '../../../playground/src/n8n/client.ts';
import { ensureN8n } from '../../../playground/src/n8n/install.ts';
import { setUpN8n } from '../../../playground/src/n8n/setup.ts';
import { unpackNodePackage } from '../../../playground/src/n8n/node-package.ts';
import { connectPhone } from '../../../playground/src/gateway/phone.ts';
import { waitForWebhooks } from '../../../playground/src/readiness.ts';
import { prepareServices, type TestServices } from './test-services.ts';

/** A gateway and an n8n on free ports, with their data in a temporary folder. */
export type TestPlayground = {
	account: Account;
	gateway: Gateway;
	session: N8nSession;
	instanceId: string;
	echo: Workflow;
	notify: Workflow;
	services: TestServices;
	close: () => Promise<void>;
};

/** Installs n8n if it is missing, starts both services, and sets up the example workflows. */
export async function openTestPlayground(): Promise<TestPlayground> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'playground-e2e-'));
	const data = dataLayout(folder);
	await ensureN8n(path.join(data.logs, 'install.log'));
	await unpackNodePackage(data.n8n, path.join(data.logs, 'build.log'));
	const account = await openAccount(data.account);
	const services = await prepareServices(data, account.apiKey);
	const close = async () => {
		await services.stop();
		await rm(folder, { recursive: true, force: true });
	};
	try {
		const gateway = await services.startGateway();
		const n8nUrl = await services.startN8n();
		const instanceId = await connectPhone(gateway);
		const { session, workflows } = await setUpN8n(n8nUrl, account, gateway);
		await waitForWebhooks(gateway, session, workflows);
		const [echo, notify] = workflows;
		if (echo === undefined || notify === undefined) throw new Error('An example workflow is missing.');
		return { account, gateway, session, instanceId, echo, notify, services, close };
	} catch (error) {
		await close();
		throw error;
	}
}
