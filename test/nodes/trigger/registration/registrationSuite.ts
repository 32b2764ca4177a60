import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Gateway } from '../../support/gateway.ts';
import { startGateway } from '../../support/gateway.ts';
import { N8nHost } from '../../support/n8nHost.ts';
import { deleteWebhooks, listWebhooks, type Webhook } from '../../support/webhooks.ts';

export const RECEIVED: INodeParameters = { events: ['message.received'] };

/** Of the suite that runs: the gateway, and the n8n of the test, whose workflow is not active. */
export let gateway: Gateway;
export let host: N8nHost;

/** Starts one gateway for all tests of a file, and for each test an n8n with an unregistered trigger. */
export function useUnregisteredTrigger(): void {
	beforeAll(async () => {
		gateway = await startGateway();
	});

	afterAll(async () => {
		await gateway.stop();
	});

	beforeEach(async () => {
		host = new N8nHost({ baseUrl: gateway.url, apiKey: gateway.apiKey }, RECEIVED);
		await host.listen();
	});

	afterEach(async () => {
		await deleteWebhooks(gateway);
		await host.close();
	});
}

/** Returns the webhooks of the gateway. */
export function webhooks(): Promise<Webhook[]> {
	return listWebhooks(gateway);
}

/** Returns the parameter that selects an instance by its ID. */
export function byId(value: string): INodeParameters {
	return { instanceId: { __rl: true, mode: 'id', value } };
}
