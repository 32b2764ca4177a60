import { Type } from 'typebox';
import { acceptsMessages } from '../../domain/instance.ts';
import { connectionOrThrow, namedInstanceOrThrow, noSuchChat, notConnected } from '../../instances/find.ts';
import { listChats } from '../../store/chats/chat-list.ts';
import { chatExists, markChatRead } from '../../store/chats/chats.ts';
import type { Routes } from '../server/dependencies.ts';
import { EXTENSION } from '../server/fields.ts';
import { Chat, ChatsQuery, OfInstance, OneChat } from './schema.ts';
import { BODY_ERRORS, Data, errorResponses, Page } from '../server/responses.ts';
import { chatView } from './view.ts';

const tags = ['Messages'];

export const chatRoutes: Routes = (app, { store, clock, connections }) => {
	/** The connection of the instance a chat belongs to. Throws where there is no such chat or connection. */
	async function connectedChat(instanceId: string, chatId: string) {
		const connected = await connectionOrThrow(store.read, connections, instanceId);
		if (await chatExists(store.read, connected.instance.id, chatId)) return connected;
		throw noSuchChat();
	}

	app.get(
		'/v1/messages/chats',
		{
			config: { access: 'messages:read' },
			schema: {
				tags,
				operationId: 'listChats',
				summary: 'List chats with their latest message',
				querystring: ChatsQuery,
				response: {
					200: Page(Chat),
					...errorResponses('invalid_parameters', 'invalid_instance', 'instance_disconnected'),
				},
			},
		},
		async (request) => {
			const {
				instanceId,
				limit = 50,
				offset = 0,
				search = null,
				unreadOnly = false,
				sortBy = 'lastMessageAt',
				sortOrder = 'desc',
			} = request.query;
			const instance = await namedInstanceOrThrow(store.read, instanceId);
			if (!acceptsMessages(instance.status)) throw notConnected(instance);
			const page = { search, unreadOnly, sortBy, sortOrder, limit, offset };
			const { chats, total } = await listChats(store.read, instance.id, page);
			return {
				success: true,
				data: chats.map(chatView),
				pagination: { total, limit, offset, hasMore: offset + chats.length < total },
			};
		},
	);

	app.post(
		'/v1/messages/chats/:chatId/read',
		{
			config: { access: 'messages:write', requiresLease: true },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'markChatRead',
				summary: 'Mark a chat as read',
				params: OneChat,
				body: OfInstance,
				response: {
					200: Data(Type.Object({ chatId: Type.String(), unreadCount: Type.Integer() })),
					...errorResponses(...BODY_ERRORS, 'invalid_instance', 'instance_disconnected', 'chat_not_found'),
				},
			},
		},
		async (request) => {
			const { chatId } = request.params;
			const { instance, connection } = await connectedChat(request.body.instanceId, chatId);
			await connection.markRead(chatId);
			const chat = { instanceId: instance.id, chatId };
			await store.commit(({ db }) => markChatRead(db, chat, clock.now()));
			return { success: true, data: { chatId, unreadCount: 0 } };
		},
	);

	app.post(
		'/v1/messages/chats/:chatId/typing',
		{
			config: { access: 'messages:write', requiresLease: true },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'showTyping',
				summary: 'Show in a chat that somebody is typing',
				params: OneChat,
				body: OfInstance,
				response: {
					200: Type.Object({ success: Type.Boolean() }),
					...errorResponses(...BODY_ERRORS, 'invalid_instance', 'instance_disconnected', 'chat_not_found'),
				},
			},
		},
		async (request) => {
			const { chatId } = request.params;
			const { connection } = await connectedChat(request.body.instanceId, chatId);
			await connection.showTyping(chatId);
			return { success: true };
		},
	);
	return Promise.resolve();
};
