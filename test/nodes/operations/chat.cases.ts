import { expect } from '@jest/globals';

import type { Arrange } from './world.ts';
import { dataOf, located, receivedMessage } from './world.ts';

const ADA = '491511000011';

export const chat: Record<string, Arrange> = {
	getAll: async (world) => {
		await receivedMessage(world, { from: ADA, contactName: 'Ada', content: 'Hello' });
		await receivedMessage(world, { from: '491511000012', contactName: 'Grace', content: 'Hello' });
		return {
			parameters: {
				...located('instanceId', world.instanceId),
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

	markRead: async (world) => {
		const from = '491511000013';
		await receivedMessage(world, { from, contactName: 'Read me', content: 'Hello' });
		return {
			parameters: { ...located('instanceId', world.instanceId), ...located('chatId', `+${from}`) },
			output: [{ json: { chatId: `${from}@s.whatsapp.net`, unreadCount: 0 } }],
			afterwards: async () => {
				const chats = await dataOf(world, `/v1/messages/chats?instanceId=${world.instanceId}&search=${from}`);
				expect(chats).toMatchObject([{ unreadCount: 0 }]);
			},
		};
	},

	sendTyping: async (world) => {
		const from = '491511000004';
		await receivedMessage(world, { from, content: 'Hello' });
		return {
			parameters: {
				...located('instanceId', world.instanceId),
				chatId: { __rl: true, mode: 'url', value: `https://wa.me/${from}` },
			},
			output: [{ json: { success: true } }],
		};
	},
};
