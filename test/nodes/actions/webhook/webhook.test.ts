import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { createWebhook } from '../../operations/webhook.cases.ts';
import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, getData, getId, locator } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { runNode, runNodeWith } from '../../support/runNode.ts';

let fixture: Fixture;
let webhookId: string;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

beforeEach(async () => {
	webhookId = await createWebhook(fixture, 'Orders');
});

function update(updateFields: INodeParameters, parameters: INodeParameters = {}) {
	return runNode(fixture.credential, {
		resource: 'webhook',
		operation: 'update',
		...locator('webhookId', webhookId),
		updateFields,
		...parameters,
	});
}

function getWebhook(): Promise<IDataObject> {
	return getData(fixture, `/v1/webhooks/${webhookId}`);
}

describe('Webhook > Update', () => {
	it('sets how events are delivered, and removes it again', async () => {
		const filters = { chats: ['+49 151 4000011'], owners: ['bot'], textContains: 'Invoice', textEquals: '' };
		await update({ ordered: true, collectSeconds: 10, ratePerSecond: '={{ "5" }}', filters });
		expect(await getWebhook()).toMatchObject({
			name: 'Orders',
			ordered: true,
			collect: { seconds: 10 },
			ratePerSecond: 5,
			filter: { chats: ['491514000011@s.whatsapp.net'], owners: ['bot'], text: { contains: 'Invoice' } },
		});

		await update({ ordered: false, collectSeconds: 0, ratePerSecond: 0, filters: {}, name: '' });
		expect(await getWebhook()).toMatchObject({
			name: null,
			ordered: false,
			collect: null,
			ratePerSecond: null,
			filter: null,
		});
	});

	it('returns a rotated secret with every output, and no other one', async () => {
		const before = await getWebhook();
		const output = { output: 'fields', fields: ['id'] };

		expect((await update({ ordered: true }, output)).items).toMatchObject([{ json: { id: webhookId } }]);
		const { items } = await update({ rotateSecret: true }, output);

		const { secret, previousSecretExpiresAt } = await getWebhook();
		expect(items.map(({ json }) => json)).toEqual([{ id: webhookId, secret }]);
		expect(secret).not.toBe(before.secret);
		expect(previousSecretExpiresAt).not.toBeNull();
	});

	it.each([
		[{}, 'No fields to update'],
		[{ rotateSecret: false }, 'No fields to update'],
		[{ collectSeconds: 'a while' }, 'Collect Messages For (Seconds) is not a number'],
		[{ collectSeconds: 301 }, 'A parameter is not valid'],
		[{ filters: { chats: 'my aunt' } }, '"my aunt" is not a chat'],
		[{ events: [] }, 'No events selected'],
		[{ events: '={{ null }}' }, 'No events selected'],
	])('refuses %j', async (updateFields, message) => {
		const before = await getWebhook();

		expect((await update(updateFields)).error).toMatchObject({ message });
		expect(await getWebhook()).toEqual(before);
	});
});

describe('Webhook > Create', () => {
	it('accepts lists that expressions return as texts', async () => {
		const { items } = await runNode(fixture.credential, {
			resource: 'webhook',
			operation: 'create',
			url: 'http://127.0.0.1:9/events',
			events: '={{ "message.failed, message.received" }}',
			options: { filters: { types: '={{ "text, image" }}', directions: '={{ "inbound" }}' } },
		});

		expect(await getData(fixture, `/v1/webhooks/${getId(items[0])}`)).toMatchObject({
			events: ['message.failed', 'message.received'],
			filter: { types: ['text', 'image'], directions: ['inbound'] },
		});
	});

	it('fails for an expression without events, for which the gateway would take its standard events', async () => {
		const { error } = await runNode(fixture.credential, {
			resource: 'webhook',
			operation: 'create',
			url: 'http://127.0.0.1:9/events',
			events: '={{ [] }}',
		});

		expect(error).toMatchObject({ message: 'No events selected', context: { itemIndex: 0 } });
	});

	it('ignores a secret in the parameters, except in version 1', async () => {
		const parameters = {
			resource: 'webhook',
			operation: 'create',
			url: 'http://127.0.0.1:9/events',
			events: ['message.failed'],
			options: { secret: 'a secret of mine' },
		};

		const { items } = await runNode(fixture.credential, parameters);

		expect(items).toMatchObject([{ json: { secret: expect.stringMatching(/^whsec_/) } }]);
		const input = [{ json: {} }];
		const first = await runNodeWith(fixture.credential, parameters, input, 'stopWorkflow', undefined, 1);
		expect(first.items).toMatchObject([
			{ json: { secret: 'a secret of mine', createdAt: expect.any(String) } },
		]);
	});
});
