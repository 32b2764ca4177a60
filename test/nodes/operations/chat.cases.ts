import { expect } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { until } from '../../../gateway/test/support/until.ts';
import type { ArrangeCase, Fixture } from './fixture.ts';
import { getData, locator, receiveMessage } from './fixture.ts';

const ADA = '491511000011';

/** Lets people take chats of the instance. */
async function enableTakeover({ gateway, instanceId }: Fixture): Promise<void> {
	const settings = { takeover: { releaseAfter: '30m' } };
	await gateway.request('PATCH', `/v1/instances/${instanceId}`, { settings });
}

/** Lets a person write, and leaves notes with these texts in the chat. Returns the chat and the notes' ids. */
async function leaveNotes(
	fixture: Fixture,
	from: string,
	texts: string[],
): Promise<{ chatId: string; noteIds: string[] }> {
	const { gateway, instanceId } = fixture;
	await receiveMessage(fixture, { from, content: 'Hello' });
	const chatId = `${from}@s.whatsapp.net`;
	const noteIds: string[] = [];
	for (const text of texts) {
		const path = `/v1/chats/${chatId}/notes`;
		const { body } = await gateway.request<{ data: { noteId: string } }>('POST', path, { instanceId, text });
		noteIds.push(body.data.noteId);
	}
	return { chatId, noteIds };
}

/** Returns a test case of an operation that changes a chat with a person. `before` is the state of the chat. */
function changed(
	from: string,
	output: IDataObject,
	{ before, parameters }: { before?: IDataObject; parameters?: INodeParameters } = {},
): ArrangeCase {
	return async (fixture) => {
		const { gateway, instanceId } = fixture;
		await receiveMessage(fixture, { from, content: 'Hello' });
		const chatId = `${from}@s.whatsapp.net`;
		if (before) await gateway.request('PATCH', `/v1/chats/${chatId}`, { instanceId, ...before });
		return {
			parameters: { ...locator('instanceId', instanceId), ...locator('chatId', chatId), ...parameters },
			output: [{ json: { chatId, ...output } }],
			verify: async () => {
				const [stored] = await getData<IDataObject[]>(
					fixture,
					`/v1/chats?instanceId=${instanceId}&search=${from}`,
				);
				expect(stored).toMatchObject(output);
			},
		};
	};
}

export const chat: Record<string, ArrangeCase> = {
	addNote: async (fixture) => {
		const from = '491511000027';
		const { instanceId } = fixture;
		await receiveMessage(fixture, { from, content: 'Hello' });
		const chatId = `${from}@s.whatsapp.net`;
		const text = 'Wants the invoice\nsent to her new address';
		return {
			parameters: { ...locator('instanceId', instanceId), ...locator('chatId', `+${from}`), text },
			output: [{ json: { chatId, text, author: { kind: 'key' } } }],
			verify: async () => {
				const notes = await getData(fixture, `/v1/chats/${chatId}/notes?instanceId=${instanceId}`);
				expect(notes).toMatchObject([{ text }]);
			},
		};
	},

	archive: changed('491511000021', { archived: true }),

	deleteNote: async (fixture) => {
		const { instanceId } = fixture;
		const { chatId, noteIds } = await leaveNotes(fixture, '491511000028', ['Keep', 'Delete']);
		const [, noteId = ''] = noteIds;
		return {
			parameters: {
				...locator('instanceId', instanceId),
				...locator('chatId', chatId),
				...locator('noteId', noteId),
			},
			output: [{ json: { noteId, deleted: true } }],
			verify: async () => {
				const notes = await getData(fixture, `/v1/chats/${chatId}/notes?instanceId=${instanceId}`);
				expect(notes).toMatchObject([{ text: 'Keep' }]);
			},
		};
	},

	get: async (fixture) => {
		const from = '491511000029';
		await enableTakeover(fixture);
		await receiveMessage(fixture, { from, contactName: 'Hedy', content: 'Hello' });
		return {
			parameters: { ...locator('instanceId', fixture.instanceId), ...locator('chatId', `+${from}`) },
			output: [
				{
					json: {
						chatId: `${from}@s.whatsapp.net`,
						contactName: 'Hedy',
						unreadCount: 1,
						lastMessage: { content: 'Hello' },
						owner: 'bot',
						ownedUntil: null,
						archived: false,
					},
				},
			],
		};
	},

	getAll: async (fixture) => {
		await receiveMessage(fixture, { from: ADA, contactName: 'Ada', content: 'Hello' });
		await receiveMessage(fixture, { from: '491511000012', contactName: 'Grace', content: 'Hello' });
		return {
			parameters: {
				...locator('instanceId', fixture.instanceId),
				returnAll: true,
				filters: { archived: false, search: 'ada', unreadOnly: true },
				sort: { by: { sortBy: 'contactName', sortOrder: 'asc' } },
			},
			output: [
				{
					json: {
						chatId: `${ADA}@s.whatsapp.net`,
						contactName: 'Ada',
						unreadCount: 1,
						lastMessage: { content: 'Hello' },
						archived: false,
						pinned: false,
					},
				},
			],
		};
	},

	getEvents: async (fixture) => {
		const from = '491511000030';
		const messageId = await receiveMessage(fixture, { from, content: 'Hello' });
		const chatId = `${from}@s.whatsapp.net`;
		return {
			parameters: {
				...locator('instanceId', fixture.instanceId),
				...locator('chatId', chatId),
				filters: { kind: 'message.received' },
			},
			output: [
				{
					json: {
						eventId: expect.stringMatching(/^evt_/),
						kind: 'message.received',
						payload: { event: 'message.received', data: { messageId, chatId, content: 'Hello' } },
					},
				},
			],
		};
	},

	getNotes: async (fixture) => {
		const { chatId } = await leaveNotes(fixture, '491511000031', ['First', 'Second', 'Third']);
		return {
			parameters: {
				...locator('instanceId', fixture.instanceId),
				...locator('chatId', chatId),
				returnAll: false,
				limit: 2,
			},
			output: [
				{ json: { chatId, text: 'Third', author: { kind: 'key' } } },
				{ json: { chatId, text: 'Second' } },
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

	markUnread: changed('491511000022', { unread: true }, { before: { unread: false } }),

	release: async (fixture) => {
		const from = '491511000023';
		const { gateway, instanceId } = fixture;
		await enableTakeover(fixture);
		await receiveMessage(fixture, { from, content: 'Hello' });
		const chatId = `${from}@s.whatsapp.net`;
		await gateway.request('PUT', `/v1/chats/${chatId}/owner`, { instanceId, owner: 'person' });
		return {
			parameters: { ...locator('instanceId', instanceId), ...locator('chatId', chatId) },
			output: [{ json: { chatId, owner: 'bot', ownedUntil: null } }],
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

	subscribePresence: async (fixture) => {
		const from = '491511000032';
		const { gateway, instanceId } = fixture;
		await receiveMessage(fixture, { from, content: 'Hello' });
		const chatId = `${from}@s.whatsapp.net`;
		return {
			parameters: { ...locator('instanceId', instanceId), ...locator('chatId', chatId) },
			output: [{ json: { chatId, until: expect.stringMatching(/Z$/) } }],
			verify: async () => {
				const path = `/simulator/v1/instances/${instanceId}/presence`;
				await gateway.request('POST', path, { from, state: 'typing' });
				const events = `/v1/chats/${chatId}/events?instanceId=${instanceId}&kind=presence.updated`;
				const [event] = await until('the event', async () => {
					const found = await getData<IDataObject[]>(fixture, events);
					return found.length > 0 && found;
				});
				expect(event).toMatchObject({ payload: { data: { chatId, state: 'typing' } } });
			},
		};
	},

	takeOver: async (fixture) => {
		const from = '491511000024';
		await enableTakeover(fixture);
		await receiveMessage(fixture, { from, content: 'Hello' });
		const until = new Date(Date.now() + 3_600_000).toISOString();
		return {
			parameters: {
				...locator('instanceId', fixture.instanceId),
				...locator('chatId', `+${from}`),
				options: { until },
			},
			output: [{ json: { chatId: `${from}@s.whatsapp.net`, owner: 'person', ownedUntil: until } }],
		};
	},

	unarchive: changed('491511000025', { archived: false }, { before: { archived: true } }),

	update: changed(
		'491511000026',
		{ pinned: true, mutedUntil: null },
		{
			before: { mutedUntil: new Date(Date.now() + 3_600_000).toISOString() },
			parameters: { updateFields: { pinned: true, mutedUntil: '' } },
		},
	),
};
