import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Gateway } from '../support/gateway.ts';
import { startGateway } from '../support/gateway.ts';
import { createInstance } from '../support/instances.ts';
import { N8nHost } from '../support/n8nHost.ts';

interface Webhook {
	id: string;
	name: string;
	url: string;
	instanceId: string | null;
	events: string[];
	status: string;
	secret: string;
}

const RECEIVED: INodeParameters = { events: ['message.received'] };

let gateway: Gateway;
let host: N8nHost;

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
	for (const { id } of await webhooks()) await gateway.request('DELETE', `/v1/webhooks/${id}`);
	await host.close();
});

/** What the gateway holds, without what only a single read gives. */
async function webhooks(): Promise<Webhook[]> {
	const { body } = await gateway.request<{ data: Webhook[] }>('GET', '/v1/webhooks');
	return body.data;
}

function byId(value: string): INodeParameters {
	return { instanceId: { __rl: true, mode: 'id', value } };
}

describe('activating the workflow', () => {
	it('registers one webhook with the URL and the events, and a secret of 256 bits', async () => {
		await host.activate('production');

		expect(await webhooks()).toMatchObject([
			{
				url: host.urlOf('production'),
				events: ['message.received'],
				instanceId: null,
				status: 'active',
				name: 'n8n: Echo bot',
			},
		]);
		expect(host.staticData.production).toMatchObject({
			'node:messagingGatewayTrigger': {
				production: { secret: expect.stringMatching(/^[0-9a-f]{64}$/) },
			},
		});
	});

	it('registers for one instance when one is chosen', async () => {
		const id = await createInstance(gateway, 'Support');
		host.parameters = { ...RECEIVED, ...byId(id) };

		await host.activate('production');

		expect(await webhooks()).toMatchObject([{ instanceId: id }]);
		expect(await host.call('production', 'checkExists')).toBe(true);
	});

	it('leaves a webhook alone that is as it should be, as after a restart of n8n', async () => {
		await host.activate('production');
		const before = await webhooks();

		await host.activate('production');

		expect(await webhooks()).toEqual(before);
	});

	it('takes its webhook over when n8n has lost its static data', async () => {
		await host.activate('production');
		const [before] = await webhooks();
		host.staticData.production = {};

		await host.activate('production');

		expect(await webhooks()).toMatchObject([{ id: before?.id, url: host.urlOf('production') }]);
		expect(await host.call('production', 'checkExists')).toBe(true);
	});

	it('deletes duplicates of its webhook', async () => {
		const duplicate = { url: host.urlOf('production'), events: ['message.sent'] };
		await gateway.request('POST', '/v1/webhooks', duplicate);
		await gateway.request('POST', '/v1/webhooks', duplicate);

		await host.activate('production');

		expect(await webhooks()).toMatchObject([{ events: ['message.received'] }]);
		expect(await host.call('production', 'checkExists')).toBe(true);
	});

	it('leaves webhooks of others alone', async () => {
		const other = { url: 'http://127.0.0.1:9/other', events: ['message.received'] };
		await gateway.request('POST', '/v1/webhooks', other);

		await host.activate('production');
		await host.call('production', 'delete');

		expect(await webhooks()).toMatchObject([other]);
	});

	it('does not take over the webhook of an n8n that its own database is a copy of', async () => {
		await host.activate('production');
		const copy = new N8nHost({ baseUrl: gateway.url, apiKey: gateway.apiKey }, RECEIVED);
		await copy.listen();
		copy.staticData.production = structuredClone(host.staticData.production);

		await copy.activate('production');

		expect(await webhooks()).toHaveLength(2);
		expect(await host.call('production', 'checkExists')).toBe(true);
		expect(await copy.call('production', 'checkExists')).toBe(true);
		await copy.close();
	});

	it('says what to do when the gateway does not accept the address of n8n', async () => {
		const strict = await startGateway({ GATEWAY_ALLOW_PRIVATE_NETWORKS: '' });
		const outside = new N8nHost({ baseUrl: strict.url, apiKey: strict.apiKey }, RECEIVED);
		await outside.listen();

		await expect(outside.activate('production')).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'The gateway does not accept the webhook URL',
			description: expect.stringContaining('GATEWAY_ALLOW_PRIVATE_NETWORKS'),
		});
		await outside.close();
		await strict.stop();
	});

	it('fails without events, and when the gateway is not there', async () => {
		host.parameters = { events: [] };
		await expect(host.activate('production')).rejects.toMatchObject({ message: 'No events are chosen' });

		const lost = new N8nHost({ baseUrl: 'http://127.0.0.1:9', apiKey: gateway.apiKey }, RECEIVED);
		await lost.listen();
		await expect(lost.activate('production')).rejects.toMatchObject({
			message: 'The gateway does not answer at http://127.0.0.1:9: is it running?',
		});
		await lost.close();
	});
});

describe('a webhook that is no longer as it should be', () => {
	async function registered(): Promise<string> {
		await host.activate('production');
		const [webhook] = await webhooks();
		return webhook?.id ?? '';
	}

	it.each<[string, object]>([
		['was set inactive', { status: 'inactive' }],
		['was given other events', { events: ['message.sent'] }],
		['was given more events', { events: ['message.received', 'message.sent'] }],
		['was given another secret', { secret: 'a secret of somebody else' }],
	])('is brought up to date when it %s', async (_what, change) => {
		const id = await registered();
		await gateway.request('PUT', `/v1/webhooks/${id}`, change);
		expect(await host.call('production', 'checkExists')).toBe(false);

		await host.activate('production');

		expect(await webhooks()).toMatchObject([
			{ id, url: host.urlOf('production'), events: ['message.received'], status: 'active' },
		]);
	});

	it('is registered anew when it was deleted', async () => {
		const id = await registered();
		await gateway.request('DELETE', `/v1/webhooks/${id}`);
		expect(await host.call('production', 'checkExists')).toBe(false);

		await host.activate('production');

		expect(await webhooks()).toHaveLength(1);
	});

	it('is registered anew when it was given another URL', async () => {
		const id = await registered();
		await gateway.request('PUT', `/v1/webhooks/${id}`, { url: 'http://127.0.0.1:9/elsewhere' });
		expect(await host.call('production', 'checkExists')).toBe(false);

		await host.activate('production');

		expect(await host.call('production', 'checkExists')).toBe(true);
		const ours = (await webhooks()).filter(({ url }) => url === host.urlOf('production'));
		expect(ours).toHaveLength(1);
	});

	it('follows the events of the node, in whatever order they are named', async () => {
		host.parameters = { events: ['message.received', 'message.read'] };
		await registered();
		host.parameters = { events: ['message.read', 'message.received'] };
		expect(await host.call('production', 'checkExists')).toBe(true);

		host.parameters = { events: ['message.read'] };
		expect(await host.call('production', 'checkExists')).toBe(false);
	});

	it('is replaced when the node changes to another instance', async () => {
		await registered();
		const id = await createInstance(gateway, 'Another');
		host.parameters = { ...RECEIVED, ...byId(id) };
		expect(await host.call('production', 'checkExists')).toBe(false);

		await host.activate('production');

		expect(await webhooks()).toMatchObject([{ instanceId: id, url: host.urlOf('production') }]);
	});

	it('is registered anew when its secret is not known', async () => {
		const id = await registered();
		host.staticData.production = {
			'node:messagingGatewayTrigger': { production: { webhookId: id, url: host.urlOf('production') } },
		};

		expect(await host.call('production', 'checkExists')).toBe(false);
	});
});

describe('deactivating the workflow', () => {
	it('removes the webhook and forgets its secret, and does no harm twice', async () => {
		await host.activate('production');

		expect(await host.call('production', 'delete')).toBe(true);

		expect(await webhooks()).toEqual([]);
		expect(JSON.stringify(host.staticData.production)).not.toContain('secret');
		expect(await host.call('production', 'delete')).toBe(true);
	});

	it('removes the webhook when n8n has lost its static data', async () => {
		await host.activate('production');
		host.staticData.production = {};

		await host.call('production', 'delete');

		expect(await webhooks()).toEqual([]);
	});

	it('fails when the gateway is not there, and does not forget the webhook then', async () => {
		await host.activate('production');
		const lost = new N8nHost({ baseUrl: 'http://127.0.0.1:9', apiKey: gateway.apiKey }, RECEIVED);
		lost.staticData.production = host.staticData.production;

		await expect(lost.call('production', 'delete')).rejects.toMatchObject({
			message: expect.stringContaining('does not answer'),
		});
		expect(JSON.stringify(lost.staticData.production)).toContain('secret');
	});
});

describe('listening for a test while the workflow is active', () => {
	it('registers a second webhook, and removes just that one at its end', async () => {
		await host.activate('production');
		await host.activate('test');
		expect((await webhooks()).map(({ url }) => url).sort()).toEqual(
			[host.urlOf('production'), host.urlOf('test')].sort(),
		);

		await host.call('test', 'delete');

		expect(await webhooks()).toMatchObject([{ url: host.urlOf('production'), name: 'n8n: Echo bot' }]);
		expect(await host.call('production', 'checkExists')).toBe(true);
	});

	it('keeps both apart even in one and the same static data', async () => {
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
