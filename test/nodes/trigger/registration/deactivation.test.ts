import { describe, expect, it } from '@jest/globals';

import { N8nHost } from '../../support/n8nHost.ts';
import { gateway, host, RECEIVED, useUnregisteredTrigger, webhooks } from './registrationSuite.ts';

useUnregisteredTrigger();

describe('deactivating the workflow', () => {
	it('deletes the webhook and its stored secret, and succeeds a second time', async () => {
		await host.activate('production');

		expect(await host.call('production', 'delete')).toBe(true);

		expect(await webhooks()).toEqual([]);
		expect(JSON.stringify(host.staticData.production)).not.toContain('secret');
		expect(await host.call('production', 'delete')).toBe(true);
	});

	it('deletes the webhook when n8n has lost its static data', async () => {
		await host.activate('production');
		host.staticData.production = {};

		await host.call('production', 'delete');

		expect(await webhooks()).toEqual([]);
	});

	it('fails when the gateway does not respond, and keeps the stored registration', async () => {
		await host.activate('production');
		const lost = new N8nHost({ baseUrl: 'http://127.0.0.1:9', apiKey: gateway.apiKey }, RECEIVED);
		lost.staticData.production = host.staticData.production;

		await expect(lost.call('production', 'delete')).rejects.toMatchObject({
			message: expect.stringContaining('does not answer'),
		});
		expect(JSON.stringify(lost.staticData.production)).toContain('secret');
	});
});

describe('a test listener of an active workflow', () => {
	it('registers a second webhook, and deletes only that one at its end', async () => {
		await host.activate('production');
		await host.activate('test');
		expect((await webhooks()).map(({ url }) => url).sort()).toEqual(
			[host.webhookUrl('production'), host.webhookUrl('test')].sort(),
		);

		await host.call('test', 'delete');

		expect(await webhooks()).toMatchObject([{ url: host.webhookUrl('production'), name: 'n8n: Echo bot' }]);
		expect(await host.call('production', 'checkExists')).toBe(true);
	});

	it('has a separate registration even in shared static data', async () => {
		await host.activate('production');
		host.staticData.test = host.staticData.production;
		await host.activate('test');
		host.staticData.production = host.staticData.test;
		expect(await host.call('production', 'checkExists')).toBe(true);

		await host.call('test', 'delete');
		await host.call('test', 'delete');

		host.staticData.production = host.staticData.test;
		expect(await host.call('production', 'checkExists')).toBe(true);
		expect(await webhooks()).toHaveLength(1);
	});
});
