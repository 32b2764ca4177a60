import { expect } from '@jest/globals';

import type { ArrangeCase } from './fixture.ts';
import { getData, locator, receiveMessage } from './fixture.ts';

const ADA = '491511000011';

export const chat: Record<string, ArrangeCase> = {
	getAll: async (fixture) => {
		await receiveMessage(fixture, { from: ADA, contactName: 'Ada', content: 'Hello' });
		await receiveMessage(fixture, { from: '491511000012', contactName: 'Grace', content: 'Hello' });
		return {
			parameters: {
				...locator('instanceId', fixture.instanceId),
				returnAll: true,
				filters: { search: 'ada', unreadOnly: true },
				sort: { by: { sortBy: 'contactName', sortOrder: 'asc' } },
			},
			output: [
				{
					json: {
						chatId: `${ADA}@s.whatsapp.net`,
						contactName: 'Ada',
						unreadCount: 1,
						lastMessage: { content: 'Hello' },
					},
				},
			],
		};
	},

	markRead: async (fixture) => {
		const from = '491511000013';
		await receiveMessage(fixture, { from, contactName: 'Read me', content: 'Hello' });
		return {
			parameters: { ...locator('instanceId', fixture.instanceId), ...locator('chatId', `+${from}`) },
			output: [{ json: { chatId: `${from}@s.whatsapp.net`, unreadCount: 0 } }],
			verify: async () => {
				const chats = await getData(
					fixture,
					`/v1/messages/chats?instanceId=${fixture.instanceId}&search=${from}`,
				);
				expect(chats).toMatchObject([{ unreadCount: 0 }]);
			},
		};
	},

	sendTyping: async (fixture) => {
		const from = '491511000004';
		await receiveMessage(fixture, { from, content: 'Hello' });
		return {
			parameters: {
				...locator('instanceId', fixture.instanceId),
				chatId: { __rl: true, mode: 'url', value: `https://wa.me/${from}` },
			},
			output: [{ json: { success: true } }],
		};
	},
};
