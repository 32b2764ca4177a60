import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { HttpServer } from '../../support/httpServer.ts';
import { N8nHost } from '../../support/n8nHost.ts';
import { startProxy } from '../../support/proxy.ts';
import { byId, gateway, host, RECEIVED, useUnregisteredTrigger, webhooks } from './registrationSuite.ts';

useUnregisteredTrigger();

const NOT_UP_YET = {
	status: 503,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify({ error: { code: 'service_unavailable', message: 'The gateway is starting.' } }),
};

describe('an activation that fails, after which n8n calls delete', () => {
	let proxy: HttpServer & { requestCount(): number };
	let failures: number;

	beforeEach(async () => {
		failures = 0;
		proxy = await startProxy(gateway.url, () => (failures-- > 0 ? NOT_UP_YET : undefined));
		host.credential = { ...host.credential, baseUrl: proxy.url };
	});

	afterEach(async () => {
		await proxy.close();
	});

	it('keeps the webhook, which the next activation finds, when the gateway cannot be asked for it', async () => {
		await host.activate('production');
		const before = await webhooks();
		failures = 1;

		await expect(host.activate('production')).rejects.toThrow();

		expect(await webhooks()).toEqual(before);
		await host.activate('production');
		expect(await webhooks()).toEqual(before);
	});

	it('keeps the webhook when it cannot be updated', async () => {
		await host.activate('production');
		const [before] = await webhooks();
		host.parameters = { events: ['message.received', 'message.read'] };
		const requests = proxy.requestCount();
		// The check succeeds, and the list of webhooks fails.
		await host.call('production', 'checkExists');
		failures = 1;
		await expect(host.call('production', 'create')).rejects.toThrow();
		expect(proxy.requestCount()).toBe(requests + 2);

		await host.call('production', 'delete');

		expect(await webhooks()).toEqual([before]);
	});

	it('deletes the webhook when a person deactivates the workflow afterwards', async () => {
		await host.activate('production');
		failures = 1;
		await expect(host.activate('production')).rejects.toThrow();

		await host.call('production', 'delete');

		expect(await webhooks()).toEqual([]);
	});

	it('deletes the webhook when a person deactivates the workflow after another activation', async () => {
		await host.activate('production');
		failures = 1;
		await expect(host.call('production', 'checkExists')).rejects.toThrow();
		await host.activate('production');

		await host.call('production', 'delete');

		expect(await webhooks()).toEqual([]);
	});
});

describe('an activation that fails for one of two triggers of a workflow', () => {
	let other: N8nHost;

	beforeEach(async () => {
		other = new N8nHost(host.credential, RECEIVED);
		await other.listen();
	});

	afterEach(async () => {
		await other.close();
	});

	async function failToCheck(trigger: N8nHost): Promise<void> {
		const { credential } = trigger;
		trigger.credential = { ...credential, baseUrl: 'http://127.0.0.1:9' };
		await expect(trigger.call('production', 'checkExists')).rejects.toThrow('does not answer');
		trigger.credential = credential;
	}

	it('lets a person deactivate the other one', async () => {
		await host.activate('production');
		other.parameters = { ...RECEIVED, ...byId('inst_00000000000000000000000000') };
		await expect(other.activate('production')).rejects.toThrow('The instance does not exist');

		await host.call('production', 'delete');

		expect(await webhooks()).toEqual([]);
	});

	it('keeps the webhook of the one that failed although the other one is activated before n8n calls delete', async () => {
		await host.activate('production');
		const before = await webhooks();
		await failToCheck(host);
		await other.activate('production');

		await host.call('production', 'delete');

		expect(await webhooks()).toEqual(expect.arrayContaining(before));
	});

	it('keeps the webhooks of both at the start of an n8n that then calls delete for both', async () => {
		for (const trigger of [host, other]) {
			trigger.workflowId = 'workflow of two triggers';
			trigger.activationMode = 'init';
			await trigger.activate('production');
		}
		const before = await webhooks();
		await failToCheck(other);

		await host.call('production', 'delete');
		await other.call('production', 'delete');

		expect(before).toHaveLength(2);
		expect(await webhooks()).toEqual(before);
	});
});
