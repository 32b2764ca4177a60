import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { createInstance } from '../../support/instances.ts';
import { byId, gateway, host, RECEIVED, useUnregisteredTrigger, webhooks } from './registrationSuite.ts';

useUnregisteredTrigger();

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
