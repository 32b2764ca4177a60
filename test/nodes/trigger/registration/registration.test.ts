import { describe, expect, it } from '@jest/globals';

import { startGateway } from '../../support/gateway.ts';
import { createConnectedInstance, createInstance, receiveMessage } from '../../support/instances.ts';
import { N8nHost } from '../../support/n8nHost.ts';
import { byId, gateway, host, RECEIVED, useUnregisteredTrigger, webhooks } from './registrationSuite.ts';

useUnregisteredTrigger();

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

	it.each([
		['a list', '={{ ["message.received", "message.echo"] }}'],
		['a text', '={{ "message.received, message.echo" }}'],
	])('registers the events of an expression that returns %s, and starts on them', async (_what, events) => {
		const instanceId = await createConnectedInstance(gateway, 'Shop');
		host.parameters = { events };

		await host.activate('production');

		expect(await webhooks()).toMatchObject([{ events: ['message.received', 'message.echo'] }]);
		expect(await host.call('production', 'checkExists')).toBe(true);
		await receiveMessage(gateway, instanceId, { from: '491515000051', content: 'Hello' });
		expect(await host.nextStart()).toMatchObject([{ json: { content: 'Hello' } }]);
	});

	it.each(['={{ undefined }}', '={{ " " }}', '={{ null }}', '={{ {} }}', '='])(
		'fails without an instance, and registers no webhook for all: %s',
		async (expression) => {
			for (const instance of [byId(expression), { instanceId: expression }]) {
				host.parameters = { ...RECEIVED, ...instance };

				await expect(host.activate('production')).rejects.toThrow('The expression of Instance has no value');

				expect(await webhooks()).toEqual([]);
				await host.call('production', 'delete');
			}
		},
	);

	it('registers the instance that an expression returns with spaces, and starts on its events', async () => {
		const id = await createConnectedInstance(gateway, 'Support');
		host.parameters = { ...RECEIVED, ...byId(`={{ " ${id} " }}`) };

		await host.activate('production');

		expect(await webhooks()).toMatchObject([{ instanceId: id }]);
		expect(await host.call('production', 'checkExists')).toBe(true);
		await receiveMessage(gateway, id, { from: '491515000051', content: 'Hello' });
		expect(await host.nextStart()).toMatchObject([{ json: { content: 'Hello' } }]);
	});

	it.each(['={{ undefined }}', '={{ " " }}', '={{ [] }}'])('fails without events: %s', async (events) => {
		host.parameters = { events };

		await expect(host.activate('production')).rejects.toThrow('No events selected');
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

	it('fails where n8n does not serve the URL, because the workflow was never saved in the editor', async () => {
		host.isSaved = false;

		await expect(host.activate('production')).rejects.toMatchObject({
			name: 'NodeOperationError',
			message:
				'n8n cannot receive events at this trigger yet: move it in the editor, then publish the workflow again',
		});
		expect(await webhooks()).toEqual([]);
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
			description: expect.stringContaining('N8N_WEBHOOK_URL'),
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
