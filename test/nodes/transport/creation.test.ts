import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
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

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	await receiveMessage(fixture, { from: ADA, content: 'Hello' });
	const { gateway } = fixture;
	// As a gateway whose network, or whose other gateway, has not answered in time: it cannot know what was created.
	proxy = await startProxy(gateway.url, async (_number, { method, url }) => {
		if (method !== 'POST') return undefined;
		posts++;
		await gateway.request('POST', String(url), JSON.parse(proxy.lastBody()) as object);
		return {
			status: 503,
			headers: { 'content-type': 'application/json', 'retry-after': '0' },
			body: JSON.stringify({ error: { code: 'service_unavailable', message: 'Send the request again.' } }),
		};
	});
});

beforeEach(() => {
	posts = 0;
});

afterAll(async () => {
	await proxy.close();
	await deleteWebhooks(fixture.gateway);
	await fixture.gateway.stop();
});

it.each<[string, INodeParameters, (instanceId: string) => string, string]>([
	[
		'group',
		{ resource: 'group', name: 'Choir', participants: ADA },
		(id) => `/v1/groups?instanceId=${id}`,
		'name',
	],
	['instance', { resource: 'instance', name: 'Choir' }, () => '/v1/instances?limit=100', 'name'],
	[
		'webhook',
		{ resource: 'webhook', url: 'http://127.0.0.1:9/Choir', events: ['message.read'] },
		() => '/v1/webhooks',
		'url',
	],
	[
		'note',
		{ resource: 'chat', operation: 'addNote', ...locator('chatId', CHAT_ID), text: 'Choir' },
		(id) => `/v1/chats/${CHAT_ID}/notes?instanceId=${id}`,
		'text',
	],
])(
	'creates one %s when the gateway does not know whether it did',
	async (what, parameters, pathOf, field) => {
		const credential = { ...fixture.credential, baseUrl: proxy.url };
		const instance = what === 'webhook' ? {} : locator('instanceId', fixture.instanceId);

		const { error } = await runNode(credential, { operation: 'create', ...instance, ...parameters });

		expect(posts).toBe(1);
		const all = await getData(fixture, pathOf(fixture.instanceId));
		const created = (all as unknown as IDataObject[]).filter((one) =>
			JSON.stringify(one[field]).includes('Choir'),
		);
		expect(created).toHaveLength(1);
		expect(error).toMatchObject({
			message: `The gateway may have created the ${what}`,
			description: expect.stringMatching(/before you run the node again\. The gateway says/),
		});
	},
);
