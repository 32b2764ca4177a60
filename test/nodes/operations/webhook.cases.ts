import { expect } from '@jest/globals';

import { until } from '../../../gateway/test/support/until.ts';
import type { Arrange, World } from './world.ts';
import { dataOf, idIn, located } from './world.ts';

/** Nothing listens here: a delivery is refused at once. */
const NOWHERE = 'http://127.0.0.1:9/events';

async function newWebhook({ gateway, instanceId }: World, name: string): Promise<string> {
	const body = { url: NOWHERE, events: ['instance.disconnected'], instanceId, name };
	const answer = await gateway.request<{ data: { id: string } }>('POST', '/v1/webhooks', body);
	return answer.body.data.id;
}

/** A sample event that was delivered in vain; gives the ID of its delivery. */
async function delivered({ gateway }: World, id: string, event: string): Promise<string> {
	const { body } = await gateway.request<{ data: { deliveryId: string } }>(
		'POST',
		`/v1/webhooks/${id}/test`,
		{ event },
	);
	return body.data.deliveryId;
}

export const webhook: Record<string, Arrange> = {
	create: (world) =>
		Promise.resolve({
			parameters: {
				url: NOWHERE,
				events: ['message.failed'],
				...located('instanceId', world.instanceId),
				options: { name: 'Failures', secret: 'a secret of mine' },
			},
			output: [{ json: { url: NOWHERE, secret: 'a secret of mine', status: 'active' } }],
			afterwards: async ([item]) => {
				expect(await dataOf(world, `/v1/webhooks/${idIn(item)}`)).toMatchObject({
					name: 'Failures',
					events: ['message.failed'],
					instanceId: world.instanceId,
				});
			},
		}),

	delete: async (world) => {
		const id = await newWebhook(world, 'To be deleted');
		return {
			parameters: located('webhookId', id),
			output: [{ json: { deleted: true } }],
			afterwards: async () => {
				const { status } = await world.gateway.request('GET', `/v1/webhooks/${id}`);
				expect(status).toBe(404);
			},
		};
	},

	get: async (world) => {
		const id = await newWebhook(world, 'To be read');
		return {
			parameters: located('webhookId', id),
			output: [{ json: { id, name: 'To be read', url: NOWHERE } }],
			afterwards: ([item]) => {
				expect(item?.json).not.toHaveProperty('secret');
			},
		};
	},

	getAll: async (world) => {
		const id = await newWebhook(world, 'The newest');
		return {
			parameters: { returnAll: false, limit: 1, filters: { instanceId: world.instanceId, status: 'active' } },
			output: [{ json: { id, name: 'The newest' }, pairedItem: { item: 0 } }],
		};
	},

	getDeliveries: async (world) => {
		const id = await newWebhook(world, 'With deliveries');
		await delivered(world, id, 'message.read');
		const deliveryId = await delivered(world, id, 'message.sent');
		return {
			parameters: {
				...located('webhookId', id),
				returnAll: true,
				filters: { event: 'message.sent', status: 'pending' },
			},
			output: [
				{ json: { id: deliveryId, event: 'message.sent', status: 'pending' }, pairedItem: { item: 0 } },
			],
		};
	},

	getDelivery: async (world) => {
		const id = await newWebhook(world, 'With a delivery');
		const deliveryId = await delivered(world, id, 'message.read');
		return {
			parameters: { ...located('webhookId', id), ...located('deliveryId', deliveryId) },
			output: [{ json: { id: deliveryId, event: 'message.read', attempts: [{ number: 1 }] } }],
		};
	},

	getHealth: async (world) => {
		const id = await newWebhook(world, 'How is it?');
		await delivered(world, id, 'message.read');
		return {
			parameters: located('webhookId', id),
			output: [{ json: { deliveries: 1, pending: 1, succeeded: 0 } }],
		};
	},

	getLogs: async (world) => {
		const id = await newWebhook(world, 'With a log');
		const test = (event: string) => world.gateway.request('POST', `/v1/webhooks/${id}/test`, { event });
		await test('message.read');
		await test('message.sent');
		return {
			parameters: { ...located('webhookId', id), returnAll: true },
			output: [
				{ json: { event: 'message.sent', status: 'retrying' }, pairedItem: { item: 0 } },
				{ json: { event: 'message.read', status: 'retrying' }, pairedItem: { item: 0 } },
			],
		};
	},

	recoverDeliveries: async (world) => {
		const id = await newWebhook(world, 'To be recovered');
		await delivered(world, id, 'message.read');
		return {
			parameters: { ...located('webhookId', id), since: '2026-01-31T12:00:00', until: '={{ $now.toISO() }}' },
			// It waits for its next attempt and has not failed.
			output: [{ json: { recovered: 0 } }],
		};
	},

	retryDelivery: async (world) => {
		const id = await newWebhook(world, 'To be tried again');
		const deliveryId = await delivered(world, id, 'message.read');
		return {
			parameters: { ...located('webhookId', id), ...located('deliveryId', deliveryId) },
			output: [{ json: { id: deliveryId, status: 'pending' } }],
			afterwards: async () => {
				await until('a second attempt', async () => {
					const delivery = await dataOf<{ attempts: unknown[] }>(
						world,
						`/v1/webhooks/${id}/deliveries/${deliveryId}`,
					);
					return delivery.attempts.length > 1;
				});
			},
		};
	},

	rotateSecret: async (world) => {
		const id = await newWebhook(world, 'With a new secret');
		return {
			parameters: { ...located('webhookId', id), secret: 'a new secret of mine' },
			output: [{ json: { id, secret: 'a new secret of mine' } }],
			afterwards: async () => {
				const changed = await dataOf(world, `/v1/webhooks/${id}`);
				expect(changed).toMatchObject({ secret: 'a new secret of mine' });
			},
		};
	},

	sendTest: async (world) => {
		const id = await newWebhook(world, 'To be tested');
		return {
			parameters: { ...located('webhookId', id), event: 'message.read' },
			output: [
				{ json: { deliveryId: expect.stringMatching(/^dlv_/), status: 'retrying', statusCode: null } },
			],
		};
	},

	update: async (world) => {
		const id = await newWebhook(world, 'Old name');
		return {
			parameters: {
				...located('webhookId', id),
				updateFields: { name: 'New name', status: 'inactive', events: ['message.sent'] },
			},
			output: [{ json: { id, name: 'New name', status: 'inactive', events: ['message.sent'] } }],
			afterwards: async () => {
				expect(await dataOf(world, `/v1/webhooks/${id}`)).toMatchObject({ status: 'inactive' });
			},
		};
	},
};
