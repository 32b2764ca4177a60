import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, getData, locator, receiveMessage, sendMessage } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { createConnectedInstance } from '../../support/instances.ts';
import { ACTION_NODE, loadedPackage, TRIGGER_NODE } from '../../support/loadedPackage.ts';
import { searchList } from '../../support/searchList.ts';

const ADA = '491517000011';
/** A person whose phone number the network hides. */
const HIDDEN = '323456789012345@lid';

let fixture: Fixture;
let messageId: string;

beforeAll(async () => {
	await loadedPackage.loadAll();
	fixture = await createFixture(await startGateway());
	await receiveMessage(fixture, { from: ADA, contactName: 'Ada', content: 'The first message of Ada' });
	await receiveMessage(fixture, { from: '491517000012', contactName: 'Grace', content: 'Hello' });
	await receiveMessage(fixture, { from: null, senderId: HIDDEN, content: 'Hello' });
	messageId = await sendMessage(
		fixture,
		ADA,
		'An answer  with\nmany words, so many that the list does not show all',
	);
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function search(
	list: string,
	filter?: string,
	parameters: INodeParameters = locator('instanceId', fixture.instanceId),
	paginationToken?: string,
) {
	return searchList(fixture.credential, { nodeName: ACTION_NODE, list, parameters, filter, paginationToken });
}

describe('searchChats', () => {
	it('returns the chat with the latest message first, with name and phone', async () => {
		const { results } = await search('searchChats');

		expect(results).toMatchObject([
			{ name: `Ada (+${ADA})`, value: `${ADA}@s.whatsapp.net`, description: 'Chat' },
			{ name: HIDDEN, value: HIDDEN },
			{ name: 'Grace (+491517000012)' },
		]);
	});

	it('returns the chats that match the filter', async () => {
		expect((await search('searchChats', 'gra')).results.map(({ name }) => name)).toEqual([
			'Grace (+491517000012)',
		]);
		expect((await search('searchChats', 'nobody at all')).results).toEqual([]);
	});
});

describe('searchContacts', () => {
	it('returns the contacts of the selected instance, and those that match the filter', async () => {
		const contacts = await getData<{ id: string; phone: string | null; name: string }[]>(
			fixture,
			`/v1/contacts?instanceId=${fixture.instanceId}&limit=500`,
		);

		const { results, paginationToken } = await search('searchContacts');

		expect(results.map(({ value }) => value)).toEqual(contacts.map(({ id, phone }) => phone ?? id));
		expect(paginationToken).toBeUndefined();
		const phone = '491517000012';
		expect((await search('searchContacts', phone)).results).toMatchObject([{ name: `Grace (+${phone})` }]);
		expect(results).toContainEqual({ name: HIDDEN, value: HIDDEN, description: 'Contact' });
	});
});

describe('searchRecipients', () => {
	it('returns the chats first, then the contacts without a chat', async () => {
		const chats = await search('searchChats');
		const contacts = await search('searchContacts');

		const { results } = await search('searchRecipients');

		expect(results.slice(0, chats.results.length)).toEqual(chats.results);
		const values = results.map(({ value }) => String(value).replace('@s.whatsapp.net', ''));
		expect(new Set(values).size).toBe(values.length);
		expect(values).toEqual(expect.arrayContaining(contacts.results.map(({ value }) => value)));
	});

	it('continues with the page of contacts in the token', async () => {
		const { results } = await search('searchRecipients', undefined, undefined, 'contacts:20');

		expect(results).toEqual((await search('searchContacts', undefined, undefined, '20')).results);
	});
});

describe('searchGroups', () => {
	it('returns the groups of the selected instance that match the filter', async () => {
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

describe('searchMessages', () => {
	it('returns an excerpt and the sender or recipient', async () => {
		const { results } = await search('searchMessages');

		expect(results[0]).toMatchObject({
			name: `An answer with many words, so many that the list does not sh… (to +${ADA})`,
			value: messageId,
		});
	});

	it('finds messages by text and phone', async () => {
		expect((await search('searchMessages', 'FIRST message')).results).toMatchObject([
			{ name: `The first message of Ada (from +${ADA})` },
		]);
		expect((await search('searchMessages', ADA)).results).toHaveLength(2);
	});

	it('finds an old message by its words', async () => {
		const instanceId = await createConnectedInstance(fixture.gateway, 'Busy');
		const busy = { ...fixture, instanceId };
		const old = await receiveMessage(busy, { from: ADA, content: 'The invoice of 2019, please' });
		const later = Array.from({ length: 500 }, (_, number) => `Message ${number}`);
		for (const content of later) await receiveMessage(busy, { from: ADA, content });

		const { results } = await search('searchMessages', 'invoice 2019', locator('instanceId', instanceId));

		expect(results).toEqual([expect.objectContaining({ value: old })]);
		const none = await search('searchMessages', 'refund', locator('instanceId', instanceId));
		expect(none).toEqual({ results: [] });
	});
});

describe('searchNotes', () => {
	const parametersFor = (chatId: string) => ({
		resource: 'chat',
		operation: 'deleteNote',
		...locator('instanceId', fixture.instanceId),
		...locator('chatId', chatId),
	});

	it('returns the notes of the selected chat with their authors, newest first', async () => {
		const chatId = `${ADA}@s.whatsapp.net`;
		for (const text of ['Pays by\ninvoice', 'Call back on Monday']) {
			const body = { instanceId: fixture.instanceId, text };
			await fixture.gateway.request('POST', `/v1/chats/${chatId}/notes`, body);
		}

		const { results } = await search('searchNotes', undefined, parametersFor(`https://wa.me/${ADA}`));

		expect(results).toMatchObject([
			{ name: expect.stringMatching(/^Call back on Monday \(.+\)$/), value: expect.stringMatching(/^note_/) },
			{ name: expect.stringMatching(/^Pays by invoice \(.+\)$/) },
		]);
		expect((await search('searchNotes', 'MONDAY', parametersFor(chatId))).results).toEqual([results[0]]);
		expect((await search('searchNotes', undefined, parametersFor(HIDDEN))).results).toEqual([]);
	});

	it.each(['', '={{ $json.chatId }}'])('fails when no chat is selected: "%s"', async (chatId) => {
		await expect(search('searchNotes', undefined, parametersFor(chatId))).rejects.toMatchObject({
			message: 'Select a chat first',
		});
	});
});

describe('a list of resources of an instance', () => {
	it.each([
		'searchChats',
		'searchContacts',
		'searchGroups',
		'searchMessages',
		'searchNotes',
		'searchRecipients',
		'searchScheduledMessages',
		'searchTemplates',
	])('fails when no instance is selected: %s', async (list) => {
		for (const instanceId of ['', '={{ $json.instanceId }}']) {
			await expect(search(list, undefined, locator('instanceId', instanceId))).rejects.toMatchObject({
				message: 'Select an instance first',
			});
		}
	});

	it('contains only resources of the selected instance', async () => {
		const official = await search('searchChats', undefined, locator('instanceId', fixture.officialId));

		expect(official.results).toEqual([]);
	});
});

/** The fields that own the resources of a list, where these do not only belong to an instance. */
const OWNERS: Record<string, string[]> = {
	deliveryId: ['webhookId.value'],
	noteId: ['instanceId.value', 'chatId.value'],
};

describe('every resource locator', () => {
	const locators = (properties: INodeProperties[]) =>
		properties.filter(({ type }) => type === 'resourceLocator');

	it.each([ACTION_NODE, TRIGGER_NODE])(
		'of %s has a search method, and reloads when its owner changes',
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
				expect(typeOptions?.loadOptionsDependsOn).toEqual(OWNERS[field] ?? ['instanceId.value']);
			}
		},
	);
});
