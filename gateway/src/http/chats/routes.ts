import { Type } from 'typebox';
import { acceptsMessages } from '../../domain/instance.ts';
import { markChatRead, showTyping } from '../../instances/chats.ts';
import { namedInstanceOrThrow, notConnected } from '../../instances/find.ts';
import { listChats } from '../../store/chats/chat-list.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { offsetPage, Page } from '../server/responses.ts';
import { Chat, ChatsQuery, OfInstance, OneChat } from './schema.ts';
import { chatView } from './view.ts';

export const chatRoutes: Routes<'store' | 'clock' | 'connections'> = (app, deps) => {
	const { store } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Messages' });

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
			const { instanceId, limit = 50, offset = 0, unreadOnly = false } = query;
			const search = (query.search ?? '').trim() === '' ? null : (query.search ?? null);
			const { sortBy = 'lastMessageAt', sortOrder = 'desc' } = query;
			const instance = await namedInstanceOrThrow(store.read, instanceId);
			if (!acceptsMessages(instance.status)) throw notConnected(instance);
			const page = { search, unreadOnly, sortBy, sortOrder, limit, offset };
			const { chats, total } = await listChats(store.read, instance.id, page);
			return offsetPage(chats, chatView, { total, limit, offset });
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
		handler: async ({ params: { chatId }, body: { instanceId } }) => {
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
		handler: async ({ params: { chatId }, body: { instanceId } }) => {
			await showTyping(deps, { instanceId, chatId });
			return { success: true };
		},
	});
	return Promise.resolve();
};
