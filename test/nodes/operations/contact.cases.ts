import { expect } from '@jest/globals';

import type { ArrangeCase } from './fixture.ts';
import { getData, locator, receiveMessage } from './fixture.ts';

interface Contact {
	phone: string | null;
	name: string;
}

export const contact: Record<string, ArrangeCase> = {
	block: async (fixture) => {
		const id = '223456789012345@lid';
		await receiveMessage(fixture, { from: null, senderId: id, content: 'Hello' });
		return {
			parameters: { ...locator('instanceId', fixture.instanceId), ...locator('phone', id) },
			output: [{ json: { id, phone: null, isBlocked: true } }],
		};
	},

	check: ({ instanceId }) =>
		Promise.resolve({
			parameters: {
				...locator('instanceId', instanceId),
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

	getAll: async (fixture) => {
		const contacts = await getData<Contact[]>(fixture, `/v1/contacts?instanceId=${fixture.instanceId}`);
		const first = contacts.find(({ phone }) => phone !== null);
		if (!first) throw new Error('The instance has no contacts');
		return {
			parameters: {
				...locator('instanceId', fixture.instanceId),
				returnAll: false,
				limit: 2,
				filters: { search: first.phone },
			},
			output: [
				{ json: { id: `${String(first.phone)}@s.whatsapp.net`, phone: first.phone, name: first.name } },
			],
		};
	},

	getProfile: async (fixture) => {
		const phone = '491512000005';
		const profile = await getData(fixture, `/v1/contacts/${phone}/profile?instanceId=${fixture.instanceId}`);
		return {
			parameters: {
				...locator('instanceId', fixture.instanceId),
				...locator('phone', '+49 (151) 2000005'),
			},
			output: [{ json: profile }],
			verify: ([item]) => {
				expect(item?.json.phone).toBe(phone);
			},
		};
	},

	unblock: async (fixture) => {
		const phone = '491512000021';
		const { gateway, instanceId } = fixture;
		await gateway.request('POST', `/v1/contacts/${phone}/block`, { instanceId });
		return {
			parameters: {
				...locator('instanceId', instanceId),
				phone: { __rl: true, mode: 'url', value: `https://wa.me/${phone}` },
			},
			output: [{ json: { phone, isBlocked: false } }],
		};
	},
};
