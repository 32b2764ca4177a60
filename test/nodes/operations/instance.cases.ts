import { expect } from '@jest/globals';

import { createConnectedInstance, createInstance } from '../support/instances.ts';
import type { ArrangeCase } from './fixture.ts';
import { fileBytes, getData, getId, locator } from './fixture.ts';

const PNG_SIGNATURE = '89504e470d0a1a0a';

export const instance: Record<string, ArrangeCase> = {
	connect: async (fixture) => {
		const id = await createInstance(fixture.gateway, 'To be connected');
		return {
			parameters: locator('instanceId', id),
			output: [
				{
					json: { status: 'qr_pending', qrCodeExpiresAt: expect.stringMatching(/Z$/) },
					binary: { data: { mimeType: 'image/png', fileName: `qr-code-${id}.png` } },
					pairedItem: { item: 0 },
				},
			],
			verify: async ([item]) => {
				expect(fileBytes(item).subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
				expect(await getData(fixture, `/v1/instances/${id}/status`)).toMatchObject({ status: 'qr_pending' });
			},
		};
	},

	create: (fixture) =>
		Promise.resolve({
			parameters: { name: '={{ $json.name }}', options: { autoRead: true } },
			input: [{ json: { name: 'First' } }, { json: { name: 'Second' } }],
			output: [
				{ json: { name: 'First', status: 'disconnected' }, pairedItem: { item: 0 } },
				{ json: { name: 'Second', status: 'disconnected' }, pairedItem: { item: 1 } },
			],
			verify: async ([item]) => {
				const created = await getData(fixture, `/v1/instances/${getId(item)}`);
				expect(created).toMatchObject({ name: 'First', settings: { autoRead: true, autoTyping: true } });
			},
		}),

	delete: async (fixture) => {
		const id = await createInstance(fixture.gateway, 'To be deleted');
		return {
			parameters: locator('instanceId', id),
			output: [{ json: { deleted: true }, pairedItem: { item: 0 } }],
			verify: async () => {
				const { status } = await fixture.gateway.request('GET', `/v1/instances/${id}`);
				expect(status).toBe(404);
			},
		};
	},

	disconnect: async (fixture) => {
		const id = await createConnectedInstance(fixture.gateway, 'To be disconnected');
		return {
			parameters: locator('instanceId', id),
			output: [{ json: { id, status: 'disconnected' } }],
			verify: async () => {
				expect(await getData(fixture, `/v1/instances/${id}`)).toMatchObject({ status: 'disconnected' });
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
			verify: ([item]) => {
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

	getHealth: async (fixture) => {
		const id = await createConnectedInstance(fixture.gateway, 'With a history');
		const { gateway } = fixture;
		await gateway.request('POST', `/v1/instances/${id}/disconnect`);
		return {
			parameters: { ...locator('instanceId', id), period: '1h' },
			output: [
				{
					json: {
						period: '1h',
						sent: 0,
						failed: 0,
						statuses: expect.arrayContaining([
							expect.objectContaining({ status: 'connected', reason: null }),
							expect.objectContaining({ status: 'disconnected', reason: 'user_request', until: null }),
						]),
					},
					pairedItem: { item: 0 },
				},
			],
		};
	},

	getQrCode: async ({ gateway }) => {
		const id = await createInstance(gateway, 'To be scanned');
		await gateway.request('POST', `/v1/instances/${id}/connect`, { method: 'qrcode' });
		return {
			parameters: { ...locator('instanceId', id), binaryPropertyName: 'code' },
			output: [
				{ json: { status: 'qr_pending' }, binary: { code: { mimeType: 'image/png', fileType: 'image' } } },
			],
			verify: ([item]) => {
				expect(fileBytes(item, 'code').subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
			},
		};
	},

	getStatus: ({ instanceId }) =>
		Promise.resolve({
			parameters: locator('instanceId', instanceId),
			output: [
				{
					json: { id: instanceId, status: 'connected', stats: { messagesSent: expect.any(Number) } },
					pairedItem: { item: 0 },
				},
			],
			verify: ([item]) => {
				expect(item?.json).not.toHaveProperty('webhookSecret');
			},
		}),

	update: async (fixture) => {
		const id = await createInstance(fixture.gateway, 'Old name');
		return {
			parameters: {
				...locator('instanceId', id),
				updateFields: { name: 'New name', autoTyping: false, webhookUrl: 'http://127.0.0.1:9/events' },
			},
			output: [{ json: { id, name: 'New name', settings: { autoTyping: false } } }],
			verify: async () => {
				expect(await getData(fixture, `/v1/instances/${id}`)).toMatchObject({
					name: 'New name',
					webhookUrl: 'http://127.0.0.1:9/events',
				});
			},
		};
	},

	updateProfile: async (fixture) => {
		const id = await createConnectedInstance(fixture.gateway, 'With a profile');
		return {
			parameters: {
				...locator('instanceId', id),
				updateFields: { name: 'Corner Shop', about: 'Open from 9 to 17' },
			},
			output: [{ json: { profileName: 'Corner Shop' }, pairedItem: { item: 0 } }],
			verify: async () => {
				expect(await getData(fixture, `/v1/instances/${id}`)).toMatchObject({ profileName: 'Corner Shop' });
			},
		};
	},
};
