import { expect } from '@jest/globals';

import type { ArrangeCase, Fixture } from './fixture.ts';
import { getData, getId, locator } from './fixture.ts';

/** No server listens here, so a delivery fails at once. */
export const UNREACHABLE_URL = 'http://127.0.0.1:9/events';

export async function createWebhook({ gateway, instanceId }: Fixture, name: string): Promise<string> {
	const body = { url: UNREACHABLE_URL, events: ['instance.disconnected'], instanceId, name };
	const response = await gateway.request<{ data: { id: string } }>('POST', '/v1/webhooks', body);
	return response.body.data.id;
}

export const webhook: Record<string, ArrangeCase> = {
	create: (fixture) =>
		Promise.resolve({
			parameters: {
				url: UNREACHABLE_URL,
				events: ['message.received'],
				...locator('instanceId', fixture.instanceId),
				options: {
					name: 'Orders',
					collectSeconds: 5,
					ordered: true,
					ratePerSecond: 20,
					filters: {
						chats: '+49 151 4000011, 120363041234567890@g.us',
						directions: ['inbound'],
						owners: ['bot'],
						textStartsWith: '/order',
						types: ['text', 'location'],
					},
				},
			},
			output: [
				{ json: { url: UNREACHABLE_URL, secret: expect.stringMatching(/^whsec_/), status: 'active' } },
			],
			verify: async ([item]) => {
				expect(await getData(fixture, `/v1/webhooks/${getId(item)}`)).toMatchObject({
					name: 'Orders',
					events: ['message.received'],
					instanceId: fixture.instanceId,
					collect: { seconds: 5 },
					ordered: true,
					ratePerSecond: 20,
					filter: {
						chats: ['491514000011@s.whatsapp.net', '120363041234567890@g.us'],
						directions: ['inbound'],
						owners: ['bot'],
						text: { startsWith: '/order' },
						types: ['text', 'location'],
					},
				});
			},
		}),

	delete: async (fixture) => {
		const id = await createWebhook(fixture, 'To be deleted');
		return {
			parameters: locator('webhookId', id),
			output: [{ json: { deleted: true } }],
			verify: async () => {
				const { status } = await fixture.gateway.request('GET', `/v1/webhooks/${id}`);
				expect(status).toBe(404);
			},
		};
	},

	get: async (fixture) => {
		const id = await createWebhook(fixture, 'To be read');
		return {
			parameters: locator('webhookId', id),
			output: [{ json: { id, name: 'To be read', url: UNREACHABLE_URL, failingSince: null } }],
			verify: ([item]) => {
				expect(item?.json).not.toHaveProperty('secret');
			},
		};
	},

	getAll: async (fixture) => {
		const id = await createWebhook(fixture, 'The newest');
		return {
			parameters: {
				returnAll: false,
				limit: 1,
				filters: {
					instanceId: {
						__rl: true,
						mode: 'url',
						value: `https://gateway.example.com/v1/instances/${fixture.instanceId}`,
					},
					status: 'active',
				},
			},
			output: [{ json: { id, name: 'The newest' }, pairedItem: { item: 0 } }],
		};
	},

	update: async (fixture) => {
		const id = await createWebhook(fixture, 'Old name');
		const before = await getData(fixture, `/v1/webhooks/${id}`);
		return {
			parameters: {
				...locator('webhookId', id),
				updateFields: { name: 'New name', status: 'inactive', events: ['message.sent'], rotateSecret: true },
			},
			output: [
				{
					json: {
						id,
						name: 'New name',
						status: 'inactive',
						events: ['message.sent'],
						secret: expect.stringMatching(/^whsec_/),
					},
				},
			],
			verify: async ([item]) => {
				const after = await getData(fixture, `/v1/webhooks/${id}`);
				expect(after).toMatchObject({ status: 'inactive', secret: item?.json.secret });
				expect(after.secret).not.toBe(before.secret);
			},
		};
	},
};
