import { Type, type Static } from 'typebox';
import { timestampOrNull } from '../../domain/clock.ts';
import { acceptsMessages } from '../../domain/instances/instance.ts';
import { markChatRead, showTyping } from '../../instances/chats.ts';
import { namedInstanceOrThrow, notConnected } from '../../instances/find-instance.ts';
import { replyWindowEnd } from '../../instances/reply-window.ts';
import { findListedChat, listChats } from '../../store/chats/chat-list.ts';
import { currentIdOf } from '../../store/chats/person-ids.ts';
import type { InstanceRow } from '../../store/schema.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { offsetPage, Page } from '../server/schemas/responses.ts';
import { chatViewOf } from './chat-view-of.ts';
import { Chat, ChatDetail, ChatsQuery, OfInstance, OneChat, StoredChatsQuery } from './schema.ts';
import { chatNotFound } from '../../domain/chats/chat-not-found.ts';

export const chatRoutes: Routes<'store' | 'clock' | 'connections'> = (app, deps) => {
	const { store, clock } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Messages' });

	/** One page of the chats that are stored of an instance. */
	async function chatsPage(instance: InstanceRow, query: Static<typeof StoredChatsQuery>) {
		const { limit = 50, offset = 0, search = '', unreadOnly = false } = query;
		const { sortBy = 'lastMessageAt', sortOrder = 'desc' } = query;
		const page = {
			search: search === '' ? null : search,
			unreadOnly,
			archived: query.archived ?? null,
			sortBy,
			sortOrder,
			limit,
			offset,
		};
		const { chats, total } = await listChats(store.read, instance.id, page);
		const view = await chatViewOf(store.read, instance, chats, clock.now());
		return offsetPage(chats, view, { total, limit, offset });
	}

	defineRoute({
		method: 'GET',
		url: '/v1/messages/chats',
		access: 'messages:read',
		concerns: 'instance in query',
		operationId: 'listChats',
		summary: 'List chats with their latest message',
		querystring: ChatsQuery,
		response: Page(Chat),
		errors: ['invalid_instance', 'instance_disconnected'],
		handler: async ({ query }) => {
			const instance = await namedInstanceOrThrow(store.read, query.instanceId);
			if (!acceptsMessages(instance.status)) throw notConnected(instance);
			return chatsPage(instance, query);
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/chats',
		access: 'messages:read',
		concerns: 'instance in query',
		extension: true,
		operationId: 'listStoredChats',
		summary: 'List chats with their latest message, whether or not the instance is connected',
		querystring: StoredChatsQuery,
		response: Page(Chat),
		errors: ['invalid_instance'],
		handler: async ({ query }) => chatsPage(await namedInstanceOrThrow(store.read, query.instanceId), query),
	});

	defineRoute({
		method: 'GET',
		url: '/v1/chats/:chatId',
		access: 'messages:read',
		concerns: 'instance in query',
		extension: true,
		operationId: 'getChat',
		summary: 'Get one chat, and until when it can be answered without a template',
		params: OneChat,
		querystring: OfInstance,
		data: ChatDetail,
		errors: ['invalid_instance', 'chat_not_found'],
		handler: async ({ params, query: { instanceId } }) => {
			const now = clock.now();
			const instance = await namedInstanceOrThrow(store.read, instanceId);
			const chatId = await currentIdOf(store.read, instanceId, params.chatId);
			const chat = await findListedChat(store.read, instanceId, chatId);
			if (chat === undefined) throw chatNotFound();
			const view = await chatViewOf(store.read, instance, [chat], now);
			const replyUntil = await replyWindowEnd(deps, instance, chatId, now);
			return {
				...view(chat),
				...(replyUntil === undefined ? {} : { replyUntil: timestampOrNull(replyUntil) }),
			};
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/messages/chats/:chatId/read',
		access: 'messages:write',
		concerns: 'instance in body',
		extension: true,
		config: { requiresLease: true },
		operationId: 'markChatRead',
		summary: 'Mark a chat as read',
		params: OneChat,
		body: OfInstance,
		data: Type.Object({ chatId: Type.String(), unreadCount: Type.Integer() }),
		errors: ['invalid_instance', 'instance_disconnected', 'chat_not_found'],
		handler: async ({ params, body: { instanceId } }) => {
			const chatId = await currentIdOf(store.read, instanceId, params.chatId);
			await markChatRead(deps, { instanceId, chatId });
			return { chatId, unreadCount: 0 };
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/messages/chats/:chatId/typing',
		access: 'messages:write',
		concerns: 'instance in body',
		extension: true,
		config: { requiresLease: true },
		operationId: 'showTyping',
		summary: 'Show in a chat that somebody is typing',
		params: OneChat,
		body: OfInstance,
		response: Type.Object({ success: Type.Boolean() }),
		errors: ['invalid_instance', 'instance_disconnected', 'chat_not_found'],
		handler: async ({ params, body: { instanceId } }) => {
			const chatId = await currentIdOf(store.read, instanceId, params.chatId);
			await showTyping(deps, { instanceId, chatId });
			return { success: true };
		},
	});
	return Promise.resolve();
};
