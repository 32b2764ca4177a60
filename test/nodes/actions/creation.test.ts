import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../operations/fixture.ts';
import { createFixture, getData, locator, receiveMessage } from '../operations/fixture.ts';
import { startGateway } from '../support/gateway.ts';
import { deleteWebhooks } from '../support/webhooks.ts';
import type { HttpServer } from '../support/httpServer.ts';
import { startProxy } from '../support/proxy.ts';
import { runNode } from '../support/runNode.ts';

const ADA = '491513000031';
const CHAT_ID = `${ADA}@s.whatsapp.net`;

let fixture: Fixture;
let proxy: HttpServer & { lastBody(): string };
let posts: number;
/** Number of the next creations that get the response 503 although the gateway has made them. */
let unknownOutcomes: number;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	await receiveMessage(fixture, { from: ADA, content: 'Hello' });
	const { gateway } = fixture;
	// As a gateway whose network, or whose other gateway, has not answered in time: it cannot know what was created.
	proxy = await startProxy(gateway.url, async (_number, { method, url, headers }) => {
		if (method !== 'POST') return undefined;
		posts++;
		if (unknownOutcomes-- <= 0) return undefined;
		await fetch(`${gateway.url}${String(url)}`, {
			method,
			headers: {
				authorization: String(headers.authorization),
				'content-type': 'application/json',
				...(headers['idempotency-key'] && { 'idempotency-key': String(headers['idempotency-key']) }),
			},
			body: proxy.lastBody(),
		});
		return {
			status: 503,
			headers: { 'content-type': 'application/json', 'retry-after': '0' },
			body: JSON.stringify({ error: { code: 'service_unavailable', message: 'Send the request again.' } }),
		};
	});
});

beforeEach(() => {
	posts = 0;
	unknownOutcomes = 0;
});

afterAll(async () => {
	await proxy.close();
	await deleteWebhooks(fixture.gateway);
	await fixture.gateway.stop();
});

interface Case {
	what: string;
	parameters: (name: string) => INodeParameters;
	list: () => string;
	field: string;
}

const CREATED_ONCE: Case[] = [
	{
		what: 'instance',
		parameters: (name) => ({ resource: 'instance', name }),
		list: () => '/v1/instances?limit=100',
		field: 'name',
	},
	{
		what: 'webhook',
		parameters: (name) => ({
			resource: 'webhook',
			url: `http://127.0.0.1:9/${name}`,
			events: ['message.read'],
		}),
		list: () => '/v1/webhooks',
		field: 'url',
	},
	{
		what: 'note',
		parameters: (text) => ({
			resource: 'chat',
			operation: 'addNote',
			...locator('instanceId', fixture.instanceId),
			...locator('chatId', CHAT_ID),
			text,
		}),
		list: () => `/v1/chats/${CHAT_ID}/notes?instanceId=${fixture.instanceId}`,
		field: 'text',
	},
];

function create(parameters: INodeParameters, items?: IDataObject[]) {
	const credential = { ...fixture.credential, baseUrl: proxy.url };
	return runNode(credential, { operation: 'create', ...parameters }, items);
}

async function createdWith({ list, field }: Case, name: string): Promise<IDataObject[]> {
	const all = (await getData(fixture, list())) as unknown as IDataObject[];
	return all.filter((one) => JSON.stringify(one[field]).includes(name));
}

describe.each(CREATED_ONCE)('creating a $what', (each) => {
	const { what, parameters } = each;

	it('returns the one that a gateway created without knowing it', async () => {
		unknownOutcomes = 2;

		const { items, error } = await create(parameters('Choir'));

		expect([error, posts]).toEqual([undefined, 3]);
		const created = await createdWith(each, 'Choir');
		expect(created).toHaveLength(1);
		const { id, noteId } = items[0]?.json ?? {};
		expect(id ?? noteId).toBe(created[0]?.id ?? created[0]?.noteId);
	});

	it('says what to do when the gateway still does not know it, and creates no second one in a retry', async () => {
		unknownOutcomes = 6;

		const failed = await create(parameters('Band'));

		expect(failed.error).toMatchObject({
			message: `The gateway may have created the ${what}`,
			description: expect.stringMatching(/^Retry this execution, which creates nothing twice/),
		});
		const { error } = await failed.retry({ ...fixture.credential, baseUrl: proxy.url });
		expect(error).toBeUndefined();
		expect(await createdWith(each, 'Band')).toHaveLength(1);
	});

	it('creates one for each item and for each execution', async () => {
		const three = parameters('={{ $json.name }}');
		if (what === 'webhook') three.url = '=http://127.0.0.1:9/Duet{{ $json.same }}';
		const items = [
			{ name: 'Duet', same: '' },
			{ name: 'Duet', same: '' },
		];

		await create(three, items);
		await create(three, items);

		expect(await createdWith(each, 'Duet')).toHaveLength(4);
	});

	it('says so when a retry has other values', async () => {
		unknownOutcomes = 6;
		const changing = parameters('=Solo {{ $now.toMillis() }}');
		if (what === 'webhook') changing.url = '=http://127.0.0.1:9/Solo/{{ $now.toMillis() }}';
		const failed = await create(changing);

		const { error } = await failed.retry({ ...fixture.credential, baseUrl: proxy.url });

		expect(error?.message).toBe(`An earlier try of this execution has created the ${what} with other values`);
		expect(await createdWith(each, 'Solo')).toHaveLength(1);
	});
});

it('creates one group when the gateway does not know whether it did', async () => {
	unknownOutcomes = 1;
	const instance = locator('instanceId', fixture.instanceId);

	const { error } = await create({ resource: 'group', ...instance, name: 'Choir', participants: ADA });

	expect(posts).toBe(1);
	const groups = await getData<IDataObject[]>(fixture, `/v1/groups?instanceId=${fixture.instanceId}`);
	expect(groups.filter(({ name }) => name === 'Choir')).toHaveLength(1);
	expect(error).toMatchObject({
		message: 'The gateway may have created the group',
		description: expect.stringMatching(/before you run the node again\. The gateway says/),
	});
});
