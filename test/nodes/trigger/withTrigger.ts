import { expect } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { GatewayCredential } from '../support/credentials.ts';
import { N8nHost } from '../support/n8nHost.ts';

/** Activates a workflow with the trigger, runs a function, and deactivates the workflow even if the function fails. */
export async function withTrigger(
	credential: GatewayCredential,
	parameters: INodeParameters,
	run: (host: N8nHost) => Promise<void>,
) {
	const host = new N8nHost(credential, { events: ['message.received'], ...parameters });
	await host.listen();
	await host.activate('production');
	try {
		await run(host);
		expect(host.failures).toEqual([]);
	} finally {
		await host.call('production', 'delete');
		await host.close();
	}
}
