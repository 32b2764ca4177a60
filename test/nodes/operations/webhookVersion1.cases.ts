import { expect } from '@jest/globals';

import { until } from '../../../gateway/test/support/until.ts';
import type { ArrangeCase, Fixture } from './fixture.ts';
import { getData, getId, locator } from './fixture.ts';
import { createWebhook, UNREACHABLE_URL, webhook } from './webhook.cases.ts';

/** The fields of the Simplified output of version 1. */
const SIMPLIFIED = ['id', 'name', 'url', 'instanceId', 'events', 'status', 'lastDeliveryStatus'];

/** Sends a test event, whose delivery fails. Returns the ID of the delivery. */
async function deliverTestEvent({ gateway }: Fixture, id: string, event: string): Promise<string> {
	const { body } = await gateway.request<{ data: { deliveryId: string } }>(
		'POST',
		`/v1/webhooks/${id}/test`,
		{ event },
	);
	return body.data.deliveryId;
}

/** The operations of version 1, whose forms and outputs stay as they were. */
export const webhookOfVersion1: Record<string, ArrangeCase> = {
	...webhook,

	create: (fixture) =>
		Promise.resolve({
			parameters: {
				url: UNREACHABLE_URL,
				events: ['message.failed'],
				...locator('instanceId', fixture.instanceId),
				options: { name: 'Failures', secret: 'a secret of mine' },
			},
			output: [{ json: { url: UNREACHABLE_URL, secret: 'a secret of mine', status: 'active' } }],
			verify: async ([item]) => {
				expect(await getData(fixture, `/v1/webhooks/${getId(item)}`)).toMatchObject({
					name: 'Failures',
					events: ['message.failed'],
					instanceId: fixture.instanceId,
				});
			},
		}),

	get: async (fixture) => {
		const id = await createWebhook(fixture, 'To be read');
		return {
			parameters: locator('webhookId', id),
			output: [{ json: { id, name: 'To be read', url: UNREACHABLE_URL } }],
			verify: ([item]) => {
				expect(Object.keys(item?.json ?? {})).toEqual([...SIMPLIFIED, 'lastDeliveryAt', 'createdAt']);
			},
		};
	},

	getAll: async (fixture) => {
		const id = await createWebhook(fixture, 'The newest');
		return {
			parameters: {
				returnAll: false,
				limit: 1,
				filters: { instanceId: fixture.instanceId, status: 'active' },
			},
			output: [{ json: { id, name: 'The newest' }, pairedItem: { item: 0 } }],
			verify: ([item]) => {
				expect(Object.keys(item?.json ?? {})).toEqual(SIMPLIFIED);
			},
		};
	},

	update: async (fixture) => {
		const id = await createWebhook(fixture, 'Old name');
		return {
			parameters: {
				...locator('webhookId', id),
				updateFields: { name: 'New name', status: 'inactive', events: ['message.sent'] },
			},
			output: [{ json: { id, name: 'New name', status: 'inactive', events: ['message.sent'] } }],
			verify: async () => {
				expect(await getData(fixture, `/v1/webhooks/${id}`)).toMatchObject({ status: 'inactive' });
			},
		};
	},

	getDeliveries: async (fixture) => {
		const id = await createWebhook(fixture, 'With deliveries');
		await deliverTestEvent(fixture, id, 'message.read');
		const deliveryId = await deliverTestEvent(fixture, id, 'message.sent');
		return {
			parameters: {
				...locator('webhookId', id),
				returnAll: true,
				filters: { event: 'message.sent', status: 'pending' },
			},
			output: [
				{ json: { id: deliveryId, event: 'message.sent', status: 'pending' }, pairedItem: { item: 0 } },
			],
		};
	},

	getDelivery: async (fixture) => {
		const id = await createWebhook(fixture, 'With a delivery');
		const deliveryId = await deliverTestEvent(fixture, id, 'message.read');
		return {
			parameters: { ...locator('webhookId', id), ...locator('deliveryId', deliveryId) },
			output: [{ json: { id: deliveryId, event: 'message.read', attempts: [{ number: 1 }] } }],
		};
	},

	getHealth: async (fixture) => {
		const id = await createWebhook(fixture, 'With statistics');
		await deliverTestEvent(fixture, id, 'message.read');
		return {
			parameters: locator('webhookId', id),
			output: [{ json: { deliveries: 1, pending: 1, succeeded: 0 } }],
		};
	},

	getLogs: async (fixture) => {
		const id = await createWebhook(fixture, 'With a log');
		const test = (event: string) => fixture.gateway.request('POST', `/v1/webhooks/${id}/test`, { event });
		await test('message.read');
		await test('message.sent');
		return {
			parameters: { ...locator('webhookId', id), returnAll: true },
			output: [
				{ json: { event: 'message.sent', status: 'retrying' }, pairedItem: { item: 0 } },
				{ json: { event: 'message.read', status: 'retrying' }, pairedItem: { item: 0 } },
			],
		};
	},

	recoverDeliveries: async (fixture) => {
		const id = await createWebhook(fixture, 'To be recovered');
		await deliverTestEvent(fixture, id, 'message.read');
		return {
			parameters: { ...locator('webhookId', id), since: '2026-01-31T12:00:00', until: '={{ $now.toISO() }}' },
			// The delivery waits for its next attempt, so it has not failed.
			output: [{ json: { recovered: 0 } }],
		};
	},

	retryDelivery: async (fixture) => {
		const id = await createWebhook(fixture, 'To be tried again');
		const deliveryId = await deliverTestEvent(fixture, id, 'message.read');
		return {
			parameters: { ...locator('webhookId', id), ...locator('deliveryId', deliveryId) },
			output: [{ json: { id: deliveryId, status: 'pending' } }],
			verify: async () => {
				await until('a second attempt', async () => {
					const delivery = await getData<{ attempts: unknown[] }>(
						fixture,
						`/v1/webhooks/${id}/deliveries/${deliveryId}`,
					);
					return delivery.attempts.length > 1;
				});
			},
		};
	},

	rotateSecret: async (fixture) => {
		const id = await createWebhook(fixture, 'With a new secret');
		return {
			parameters: { ...locator('webhookId', id), secret: 'a new secret of mine' },
			output: [{ json: { id, secret: 'a new secret of mine' } }],
			verify: async () => {
				const changed = await getData(fixture, `/v1/webhooks/${id}`);
				expect(changed).toMatchObject({ secret: 'a new secret of mine' });
			},
		};
	},

	sendTest: async (fixture) => {
		const id = await createWebhook(fixture, 'To be tested');
		return {
			parameters: { ...locator('webhookId', id), event: 'message.read' },
			output: [
				{ json: { deliveryId: expect.stringMatching(/^dlv_/), status: 'retrying', statusCode: null } },
			],
		};
	},
};
