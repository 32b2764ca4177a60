import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../operations/fixture.ts';
import { createFixture, locator, receiveMessage } from '../operations/fixture.ts';
import { startGateway } from '../support/gateway.ts';
import { runNode } from '../support/runNode.ts';
import { deleteWebhooks, listWebhooks } from '../support/webhooks.ts';

const WITHOUT_VALUE = ['={{ undefined }}', '={{ " " }}', '={{ null }}', '={{ $json.missing }}', '='];
const CREATE = {
	resource: 'webhook',
	operation: 'create',
	url: 'http://127.0.0.1:9/',
	events: ['message.read'],
};

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	await receiveMessage(fixture, { from: '491513000041', content: 'A secret of Ada' });
});

afterAll(async () => {
	await deleteWebhooks(fixture.gateway);
	await fixture.gateway.stop();
});

function run(parameters: INodeParameters) {
	return runNode(fixture.credential, { ...locator('instanceId', fixture.instanceId), ...parameters });
}

describe.each(WITHOUT_VALUE)('with the expression %s', (expression) => {
	it.each([locator('instanceId', expression), { instanceId: expression }])(
		'registers no webhook for all instances: %j',
		async (instance) => {
			const { error } = await run({ ...CREATE, ...instance });

			expect(error?.message).toBe(
				'The expression of Instance has no value: leave Instance empty for all instances',
			);
			expect(await listWebhooks(fixture.gateway)).toEqual([]);
		},
	);

	it.each([
		['chats', 'Chats'],
		['directions', 'Directions'],
		['owners', 'Owners'],
		['types', 'Message Types'],
		['textContains', 'Text Contains'],
	])('registers no webhook for what the filter %s was to leave out', async (name, label) => {
		const { error } = await run({ ...CREATE, options: { filters: { [name]: expression } } });

		expect(error?.message).toBe(
			`The expression of ${label} has no value: remove this filter if everything is to pass`,
		);
		expect(await listWebhooks(fixture.gateway)).toEqual([]);
	});

	it.each([
		['message', 'getAll', 'Chat', 'chatId'],
		['message', 'search', 'Chat', 'chatId'],
		['webhook', 'getAll', 'Instance', 'instanceId'],
	])('lists nothing of others: %s, %s', async (resource, operation, label, name) => {
		for (const filters of [locator(name, expression), { [name]: expression }]) {
			const { error, items } = await run({ resource, operation, words: 'secret', filters });

			expect(error?.message).toMatch(`The expression of ${label} has no value`);
			expect(items).toEqual([]);
		}
	});
});

it('keeps the filter of a webhook when the expression of the new one has no value', async () => {
	await run({ ...CREATE, options: { filters: { chats: '491513000041' } } });
	const [webhook] = await listWebhooks(fixture.gateway);

	const { error } = await run({
		resource: 'webhook',
		operation: 'update',
		...locator('webhookId', webhook?.id ?? ''),
		updateFields: { filters: { chats: '={{ [] }}' } },
	});

	expect(error?.message).toMatch('The expression of Chats has no value');
	expect(await listWebhooks(fixture.gateway)).toMatchObject([
		{ filter: { chats: ['491513000041@s.whatsapp.net'] } },
	]);
	await deleteWebhooks(fixture.gateway);
});

it('registers a webhook for all instances where the field is empty', async () => {
	const { error } = await run({ ...CREATE, instanceId: { __rl: true, mode: 'list', value: '' } });

	expect(error).toBeUndefined();
	expect(await listWebhooks(fixture.gateway)).toMatchObject([{ instanceId: null }]);
});

it('finds messages of all chats where the filter is empty', async () => {
	const { items } = await run({
		resource: 'message',
		operation: 'search',
		words: 'secret',
		filters: { chatId: { __rl: true, mode: 'list', value: '' } },
	});

	expect(items).toMatchObject([{ json: { content: 'A secret of Ada' } }]);
});
