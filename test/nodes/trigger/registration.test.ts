import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Gateway } from '../support/gateway.ts';
import { startGateway } from '../support/gateway.ts';
import { createInstance } from '../support/instances.ts';
import { N8nHost } from '../support/n8nHost.ts';
import { deleteWebhooks, listWebhooks, type Webhook } from '../support/webhooks.ts';

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
	await deleteWebhooks(gateway);
	await host.close();
});

const webhooks = (): Promise<Webhook[]> => listWebhooks(gateway);

function byId(value: string): INodeParameters {
	return { instanceId: { __rl: true, mode: 'id', value } };
}

describe('activating the workflow', () => {
	it('registers one webhook with the URL and the events, and a secret of 256 bits', async () => {
		await host.activate('production');

		expect(await webhooks()).toMatchObject([
			{
				url: host.webhookUrl('production'),
				events: ['message.received'],
				instanceId: null,
				status: 'active',
				name: 'n8n: Echo bot',
			},
		]);
		expect(host.staticData.production).toMatchObject({
			'node:messagingGatewayTrigger': {
				production: { secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) },
			},
		});
	});

	it('registers a webhook for the selected instance', async () => {
		const id = await createInstance(gateway, 'Support');
		host.parameters = { ...RECEIVED, ...byId(id) };

		await host.activate('production');

		expect(await webhooks()).toMatchObject([{ instanceId: id }]);
		expect(await host.call('production', 'checkExists')).toBe(true);
	});

	it('does not change an up-to-date webhook, e.g. after a restart of n8n', async () => {
		await host.activate('production');
		const before = await webhooks();

		await host.activate('production');

		expect(await webhooks()).toEqual(before);
	});

	it('updates the existing webhook when n8n has lost its static data', async () => {
		await host.activate('production');
		const [before] = await webhooks();
		host.staticData.production = {};

		await host.activate('production');

		expect(await webhooks()).toMatchObject([{ id: before?.id, url: host.webhookUrl('production') }]);
		expect(await host.call('production', 'checkExists')).toBe(true);
	});

	it('deletes duplicates of its webhook', async () => {
		const duplicate = { url: host.webhookUrl('production'), events: ['message.sent'] };
		await gateway.request('POST', '/v1/webhooks', duplicate);
		await gateway.request('POST', '/v1/webhooks', duplicate);

		await host.activate('production');

		expect(await webhooks()).toMatchObject([{ events: ['message.received'] }]);
		expect(await host.call('production', 'checkExists')).toBe(true);
	});

	it('does not change webhooks with other URLs', async () => {
		const other = { url: 'http://127.0.0.1:9/other', events: ['message.received'] };
		await gateway.request('POST', '/v1/webhooks', other);

		await host.activate('production');
		await host.call('production', 'delete');

		expect(await webhooks()).toMatchObject([other]);
	});

	it('does not change the webhook of the n8n whose database was copied', async () => {
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

	it('fails with the variable that lets the gateway reach n8n when it may not', async () => {
		const strict = await startGateway({ GATEWAY_ALLOW_PRIVATE_NETWORKS: '' });
		const outside = new N8nHost({ baseUrl: strict.url, apiKey: strict.apiKey }, RECEIVED);
		await outside.listen();
		const { origin, host: target } = new URL(outside.webhookUrl('production'));

		await expect(outside.activate('production')).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: `The gateway may not deliver to ${origin}: start it with GATEWAY_ALLOW_PRIVATE_NETWORKS=${target}`,
			description: expect.stringContaining('WEBHOOK_URL'),
		});
		await outside.close();
		await strict.stop();
	});

	it('succeeds when the gateway is started with the variable that the error names', async () => {
		const outside = new N8nHost({ baseUrl: gateway.url, apiKey: gateway.apiKey }, RECEIVED);
		await outside.listen();
		const { host: target } = new URL(outside.webhookUrl('production'));
		const allowing = await startGateway({ GATEWAY_ALLOW_PRIVATE_NETWORKS: target });
		outside.credential = { baseUrl: allowing.url, apiKey: allowing.apiKey };

		await outside.activate('production');

		expect(await outside.call('production', 'checkExists')).toBe(true);
		await outside.close();
		await allowing.stop();
	});

	it('fails without events, and when the gateway does not respond', async () => {
		host.parameters = { events: [] };
		await expect(host.activate('production')).rejects.toMatchObject({ message: 'No events selected' });

		const lost = new N8nHost({ baseUrl: 'http://127.0.0.1:9', apiKey: gateway.apiKey }, RECEIVED);
		await lost.listen();
		await expect(lost.activate('production')).rejects.toMatchObject({
			message: 'The gateway does not answer at http://127.0.0.1:9: is it running?',
		});
		await lost.close();
	});
});

describe('an outdated webhook', () => {
	async function registered(): Promise<string> {
		await host.activate('production');
		const [webhook] = await webhooks();
		return webhook?.id ?? '';
	}

	it.each<[string, object]>([
		['was set inactive', { status: 'inactive' }],
		['got other events', { events: ['message.sent'] }],
		['got more events', { events: ['message.received', 'message.sent'] }],
		['got another secret', { secret: 'another secret' }],
	])('is updated when it %s', async (_case, change) => {
		const id = await registered();
		await gateway.request('PUT', `/v1/webhooks/${id}`, change);
		expect(await host.call('production', 'checkExists')).toBe(false);

		await host.activate('production');

		expect(await webhooks()).toMatchObject([
			{ id, url: host.webhookUrl('production'), events: ['message.received'], status: 'active' },
		]);
	});

	const delivery: INodeParameters = {
		...RECEIVED,
		filters: { types: ['text', 'image'], chats: '+49 151 12345678' },
		options: { ordered: true, collectSeconds: 7 },
	};

	it('has the order, the time of collecting and the filter of the node', async () => {
		await registered();
		expect(await webhooks()).toMatchObject([{ ordered: false, collect: null, filter: null }]);
		host.parameters = delivery;
		expect(await host.call('production', 'checkExists')).toBe(false);

		await host.activate('production');

		const wanted = {
			ordered: true,
			collect: { seconds: 7 },
			filter: { types: ['image', 'text'], chats: ['4915112345678@s.whatsapp.net'] },
		};
		expect(await webhooks()).toMatchObject([wanted]);
		expect(await host.call('production', 'checkExists')).toBe(true);

		host.parameters = RECEIVED;
		await host.activate('production');
		expect(await webhooks()).toMatchObject([{ ordered: false, collect: null, filter: null }]);
	});

	it.each<[string, object]>([
		['lost its order', { ordered: false }],
		['got another time of collecting', { collect: { seconds: 8 } }],
		['collects no more', { collect: null }],
		['got another filter', { filter: { types: ['text'] } }],
		['lost its filter', { filter: null }],
	])('is repaired when it %s', async (_case, change) => {
		host.parameters = delivery;
		const id = await registered();
		await gateway.request('PUT', `/v1/webhooks/${id}`, change);
		expect(await host.call('production', 'checkExists')).toBe(false);

		await host.activate('production');

		expect(await host.call('production', 'checkExists')).toBe(true);
	});

	it('is registered again when it was deleted', async () => {
		const id = await registered();
		await gateway.request('DELETE', `/v1/webhooks/${id}`);
		expect(await host.call('production', 'checkExists')).toBe(false);

		await host.activate('production');

		expect(await webhooks()).toHaveLength(1);
	});

	it('is registered again when it got another URL', async () => {
		const id = await registered();
		await gateway.request('PUT', `/v1/webhooks/${id}`, { url: 'http://127.0.0.1:9/elsewhere' });
		expect(await host.call('production', 'checkExists')).toBe(false);

		await host.activate('production');

		expect(await host.call('production', 'checkExists')).toBe(true);
		const current = (await webhooks()).filter(({ url }) => url === host.webhookUrl('production'));
		expect(current).toHaveLength(1);
	});

	it('is detected by its events, in any order', async () => {
		host.parameters = { events: ['message.received', 'message.read'] };
		await registered();
		host.parameters = { events: ['message.read', 'message.received'] };
		expect(await host.call('production', 'checkExists')).toBe(true);

		host.parameters = { events: ['message.read'] };
		expect(await host.call('production', 'checkExists')).toBe(false);
	});

	it('is replaced when another instance is selected', async () => {
		await registered();
		const id = await createInstance(gateway, 'Another');
		host.parameters = { ...RECEIVED, ...byId(id) };
		expect(await host.call('production', 'checkExists')).toBe(false);

		await host.activate('production');

		expect(await webhooks()).toMatchObject([{ instanceId: id, url: host.webhookUrl('production') }]);
	});

	it('is missing for checkExists when no secret is stored', async () => {
		const id = await registered();
		host.staticData.production = {
			'node:messagingGatewayTrigger': { production: { webhookId: id, url: host.webhookUrl('production') } },
		};

		expect(await host.call('production', 'checkExists')).toBe(false);
	});
});

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
