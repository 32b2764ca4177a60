import { expect } from '@jest/globals';

import type { Arrange } from './world.ts';
import { dataOf, located } from './world.ts';

interface Contact {
	phone: string;
	name: string;
}

export const contact: Record<string, Arrange> = {
	check: ({ instanceId }) =>
		Promise.resolve({
			parameters: {
				...located('instanceId', instanceId),
				phones: '+49 151 2000011, 491512000000;491512000011',
			},
			output: [
				{
					json: { phone: '491512000011', exists: true, jid: '491512000011@s.whatsapp.net' },
					pairedItem: { item: 0 },
				},
				{ json: { phone: '491512000000', exists: false, jid: null }, pairedItem: { item: 0 } },
			],
		}),

	getAll: async (world) => {
		const [first] = await dataOf<Contact[]>(world, `/v1/contacts?instanceId=${world.instanceId}`);
		if (!first) throw new Error('The instance has no contacts');
		return {
			parameters: {
				...located('instanceId', world.instanceId),
				returnAll: false,
				limit: 2,
				filters: { search: first.phone },
			},
			output: [{ json: { phone: first.phone, name: first.name } }],
		};
	},

	getProfile: async (world) => {
		const phone = '491512000005';
		const profile = await dataOf(world, `/v1/contacts/${phone}/profile?instanceId=${world.instanceId}`);
		return {
			parameters: {
				...located('instanceId', world.instanceId),
				...located('phone', '+49 (151) 2000005'),
			},
			output: [{ json: profile }],
			afterwards: ([item]) => {
				expect(item?.json.phone).toBe(phone);
			},
		};
	},
};
