import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import type { World } from '../operations/world.ts';
import { createWorld, dataOf, located, receivedMessage, sentMessage } from '../operations/world.ts';
import { startGateway } from '../support/gateway.ts';
import { ACTION_NODE, loadedPackage, TRIGGER_NODE } from '../support/loadedPackage.ts';
import { searchList } from '../support/searchList.ts';

const ADA = '491517000011';

let world: World;
let messageId: string;

beforeAll(async () => {
	await loadedPackage.loadAll();
	world = await createWorld(await startGateway());
	await receivedMessage(world, { from: ADA, contactName: 'Ada', content: 'The first message of Ada' });
	await receivedMessage(world, { from: '491517000012', contactName: 'Grace', content: 'Hello' });
	messageId = await sentMessage(
		world,
		ADA,
		'An answer  with\nmany words, so many that the list does not show all',
	);
});

afterAll(async () => {
	await world.gateway.stop();
});

function search(
	list: string,
	filter?: string,
	parameters: INodeParameters = located('instanceId', world.instanceId),
	paginationToken?: string,
) {
	return searchList(world.credential, { nodeName: ACTION_NODE, list, parameters, filter, paginationToken });
}

describe('the list of chats', () => {
	it('shows the latest first, with name and phone', async () => {
		const { results } = await search('searchChats');

		expect(results).toMatchObject([
			{ name: `Ada (+${ADA})`, value: `${ADA}@s.whatsapp.net`, description: 'Chat' },
			{ name: 'Grace (+491517000012)' },
		]);
	});

	it('is searched by the gateway', async () => {
		expect((await search('searchChats', 'gra')).results.map(({ name }) => name)).toEqual([
			'Grace (+491517000012)',
		]);
		expect((await search('searchChats', 'nobody at all')).results).toEqual([]);
	});
});

describe('the list of contacts', () => {
	it('shows those of the chosen instance, page by page', async () => {
		const contacts = await dataOf<{ phone: string; name: string }[]>(
			world,
			`/v1/contacts?instanceId=${world.instanceId}&limit=500`,
		);

		const { results, paginationToken } = await search('searchContacts');

		expect(results.map(({ value }) => value)).toEqual(contacts.map(({ phone }) => phone));
		expect(paginationToken).toBeUndefined();
		const [first] = contacts;
		expect((await search('searchContacts', first?.phone)).results).toMatchObject([
			{ name: `${first?.name ?? ''} (+${first?.phone ?? ''})` },
		]);
	});
});

describe('the list of recipients', () => {
	it('shows the chats first, then the contacts that have none', async () => {
		const chats = await search('searchChats');
		const contacts = await search('searchContacts');

		const { results } = await search('searchRecipients');

		expect(results.slice(0, chats.results.length)).toEqual(chats.results);
		const values = results.map(({ value }) => String(value).split('@')[0]);
		expect(new Set(values).size).toBe(values.length);
		expect(values).toEqual(expect.arrayContaining(contacts.results.map(({ value }) => value)));
	});

	it('goes on with contacts from where it stopped', async () => {
		const { results } = await search('searchRecipients', undefined, undefined, 'contacts:20');

		expect(results).toEqual((await search('searchContacts', undefined, undefined, '20')).results);
	});
});

describe('the list of groups', () => {
	it('shows and finds those of the chosen instance', async () => {
		const { results } = await search('searchGroups', 'TEAM');

		expect(results).toMatchObject([
			{
				name: 'Team',
				value: expect.stringMatching(/@g\.us$/),
				description: expect.stringContaining('admin'),
			},
		]);
	});
});

describe('the list of messages', () => {
	it('shows an excerpt and with whom', async () => {
		const { results } = await search('searchMessages');

		expect(results[0]).toMatchObject({
			name: `An answer with many words, so many that the list does not sh… (to +${ADA})`,
			value: messageId,
		});
	});

	it('finds by text and phone', async () => {
		expect((await search('searchMessages', 'FIRST message')).results).toMatchObject([
			{ name: `The first message of Ada (from +${ADA})` },
		]);
		expect((await search('searchMessages', ADA)).results).toHaveLength(2);
	});
});

describe('the list of templates', () => {
	const official = () => located('instanceId', world.officialId);

	it('shows those of the chosen instance with their language, and what cannot be sent as such', async () => {
		const { results } = await search('searchTemplates', undefined, official());

		expect(results).toMatchObject([
			{ name: 'hello_world (en_US)', value: 'hello_world|en_US' },
			{ name: 'invoice_ready (en_US)' },
			{
				name: 'order_update (en_US)',
				description: 'utility, 2 variables: Hello {{1}}, there is news about your order {{2}}.',
			},
			{ name: 'spring_sale (en_US), pending' },
		]);
	});

	it('finds by name and by text', async () => {
		const found = async (filter: string) =>
			(await search('searchTemplates', filter, official())).results.map(({ value }) => value);

		expect(await found('ORDER_')).toEqual(['order_update|en_US']);
		expect(await found('your invoice over')).toEqual(['invoice_ready|en_US']);
		expect(await found('no such template')).toEqual([]);
	});

	it('says of an instance that was connected by QR code what to do', async () => {
		await expect(search('searchTemplates')).rejects.toMatchObject({
			message: 'Templates need an instance of the official business API',
		});
	});
});

describe('the list of webhooks', () => {
	it('shows and finds all of the gateway', async () => {
		const body = { url: 'http://127.0.0.1:9/orders', events: ['message.received'], name: 'Orders' };
		await world.gateway.request('POST', '/v1/webhooks', body);

		expect((await search('searchWebhooks', 'order', {})).results).toMatchObject([
			{ name: 'Orders (http://127.0.0.1:9/orders)', description: 'active' },
		]);
		expect((await search('searchWebhooks', 'no such webhook', {})).results).toEqual([]);
	});
});

describe('the list of deliveries', () => {
	it('finds one that is not among the latest hundred', async () => {
		const { body } = await world.gateway.request<{ data: { id: string } }>('POST', '/v1/webhooks', {
			url: 'http://127.0.0.1:9/many-deliveries',
			events: ['message.received'],
		});
		const path = `/v1/webhooks/${body.data.id}/test`;
		await world.gateway.request('POST', path, { event: 'message.read' });
		const later = Array.from({ length: 100 }, () =>
			world.gateway.request('POST', path, { event: 'message.sent' }),
		);
		await Promise.all(later);

		const parameters = {
			resource: 'webhook',
			operation: 'retryDelivery',
			...located('webhookId', body.data.id),
		};
		const { results, paginationToken } = await search('searchDeliveries', 'message.read', parameters);

		expect(results).toMatchObject([{ name: expect.stringMatching(/^message\.read/) }]);
		expect(paginationToken).toBeUndefined();
	});

	it('shows and finds those of the chosen webhook, and asks to choose one first', async () => {
		const { body } = await world.gateway.request<{ data: { id: string } }>('POST', '/v1/webhooks', {
			url: 'http://127.0.0.1:9/deliveries',
			events: ['message.received'],
		});
		const { id } = body.data;
		for (const event of ['message.read', 'message.sent']) {
			await world.gateway.request('POST', `/v1/webhooks/${id}/test`, { event });
		}

		const of = (webhookId: string) => ({
			resource: 'webhook',
			operation: 'retryDelivery',
			...located('webhookId', webhookId),
		});

		const found = await search('searchDeliveries', 'READ', of(id));
		expect(found.results).toMatchObject([
			{
				name: expect.stringMatching(/^message\.read, pending \(2.*Z\)$/),
				value: expect.stringMatching(/^dlv_/),
			},
		]);
		await expect(search('searchDeliveries', undefined, of(''))).rejects.toMatchObject({
			message: 'Choose a webhook first',
		});
	});
});

describe('a list that belongs to an instance', () => {
	it.each([
		'searchChats',
		'searchContacts',
		'searchGroups',
		'searchMessages',
		'searchRecipients',
		'searchTemplates',
	])('asks to choose one first: %s', async (list) => {
		for (const instanceId of ['', '={{ $json.instanceId }}']) {
			await expect(search(list, undefined, located('instanceId', instanceId))).rejects.toMatchObject({
				message: 'Choose an instance first',
			});
		}
	});

	it('follows the chosen instance', async () => {
		const official = await search('searchChats', undefined, located('instanceId', world.officialId));

		expect(official.results).toEqual([]);
	});
});

describe('every list of the form', () => {
	const locators = (properties: INodeProperties[]) =>
		properties.filter(({ type }) => type === 'resourceLocator');

	it.each([ACTION_NODE, TRIGGER_NODE])(
		'of %s is filled by a method, and depends on what it shows',
		(name) => {
			const { description, methods } = loadedPackage.getNode(name).type as {
				description: { properties: INodeProperties[] };
				methods?: { listSearch?: object };
			};
			for (const { name: field, modes, typeOptions } of locators(description.properties)) {
				const [list] = modes ?? [];
				const method = list?.typeOptions?.searchListMethod ?? '';
				expect(methods?.listSearch).toHaveProperty(method);
				if (['instanceId', 'webhookId'].includes(field)) continue;
				const owner = field === 'deliveryId' ? 'webhookId.value' : 'instanceId.value';
				expect(typeOptions?.loadOptionsDependsOn).toEqual([owner]);
			}
		},
	);
});
