import { expect } from '@jest/globals';

import { createConnectedInstance, createInstance } from '../support/instances.ts';
import type { Arrange } from './world.ts';
import { bytesOf, dataOf, idIn, located } from './world.ts';

const PNG_SIGNATURE = '89504e470d0a1a0a';

export const instance: Record<string, Arrange> = {
	connect: async (world) => {
		const id = await createInstance(world.gateway, 'To be connected');
		return {
			parameters: located('instanceId', id),
			output: [
				{
					json: { status: 'qr_pending', qrCodeExpiresAt: expect.stringMatching(/Z$/) },
					binary: { data: { mimeType: 'image/png', fileName: `qr-code-${id}.png` } },
					pairedItem: { item: 0 },
				},
			],
			afterwards: async ([item]) => {
				expect(bytesOf(item).subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
				expect(await dataOf(world, `/v1/instances/${id}/status`)).toMatchObject({ status: 'qr_pending' });
			},
		};
	},

	create: (world) =>
		Promise.resolve({
			parameters: { name: '={{ $json.name }}', options: { autoRead: true } },
			input: [{ json: { name: 'First' } }, { json: { name: 'Second' } }],
			output: [
				{ json: { name: 'First', status: 'disconnected' }, pairedItem: { item: 0 } },
				{ json: { name: 'Second', status: 'disconnected' }, pairedItem: { item: 1 } },
			],
			afterwards: async ([item]) => {
				const created = await dataOf(world, `/v1/instances/${idIn(item)}`);
				expect(created).toMatchObject({ name: 'First', settings: { autoRead: true, autoTyping: true } });
			},
		}),

	delete: async (world) => {
		const id = await createInstance(world.gateway, 'To be deleted');
		return {
			parameters: located('instanceId', id),
			output: [{ json: { deleted: true }, pairedItem: { item: 0 } }],
			afterwards: async () => {
				const { status } = await world.gateway.request('GET', `/v1/instances/${id}`);
				expect(status).toBe(404);
			},
		};
	},

	disconnect: async (world) => {
		const id = await createConnectedInstance(world.gateway, 'To be disconnected');
		return {
			parameters: located('instanceId', id),
			output: [{ json: { id, status: 'disconnected' } }],
			afterwards: async () => {
				expect(await dataOf(world, `/v1/instances/${id}`)).toMatchObject({ status: 'disconnected' });
			},
		};
	},

	get: ({ instanceId }) =>
		Promise.resolve({
			parameters: {
				instanceId: {
					__rl: true,
					mode: 'url',
					value: `https://gateway.example.com/v1/instances/${instanceId}/status`,
				},
				output: 'fields',
				fields: ['id', 'name'],
			},
			output: [{ json: { id: instanceId, name: 'Support' } }],
			afterwards: ([item]) => {
				expect(Object.keys(item?.json ?? {})).toEqual(['id', 'name']);
			},
		}),

	getAll: ({ instanceId, officialId }) =>
		Promise.resolve({
			parameters: { returnAll: true, filters: { status: 'connected' }, output: 'raw' },
			output: [
				{ json: { id: instanceId, profilePicUrl: null }, pairedItem: { item: 0 } },
				{ json: { id: officialId }, pairedItem: { item: 0 } },
			],
		}),

	getQrCode: async ({ gateway }) => {
		const id = await createInstance(gateway, 'To be scanned');
		await gateway.request('POST', `/v1/instances/${id}/connect`, { method: 'qrcode' });
		return {
			parameters: { ...located('instanceId', id), binaryPropertyName: 'code' },
			output: [
				{ json: { status: 'qr_pending' }, binary: { code: { mimeType: 'image/png', fileType: 'image' } } },
			],
			afterwards: ([item]) => {
				expect(bytesOf(item, 'code').subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
			},
		};
	},

	getStatus: ({ instanceId }) =>
		Promise.resolve({
			parameters: located('instanceId', instanceId),
			output: [
				{
					json: { id: instanceId, status: 'connected', stats: { messagesSent: expect.any(Number) } },
					pairedItem: { item: 0 },
				},
			],
			afterwards: ([item]) => {
				expect(item?.json).not.toHaveProperty('webhookSecret');
			},
		}),

	update: async (world) => {
		const id = await createInstance(world.gateway, 'Old name');
		return {
			parameters: {
				...located('instanceId', id),
				updateFields: { name: 'New name', autoTyping: false, webhookUrl: 'http://127.0.0.1:9/events' },
			},
			output: [{ json: { id, name: 'New name', settings: { autoTyping: false } } }],
			afterwards: async () => {
				expect(await dataOf(world, `/v1/instances/${id}`)).toMatchObject({
					name: 'New name',
					webhookUrl: 'http://127.0.0.1:9/events',
				});
			},
		};
	},
};
