import { Type } from 'typebox';
import { timestamp } from '../../domain/clock.ts';
import { changeChat, subscribePresence } from '../../instances/chats.ts';
import { namedInstanceOrThrow } from '../../instances/find-instance.ts';
import { findListedChat } from '../../store/chats/chat-list.ts';
import { currentIdOf } from '../../store/chats/person-ids.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { Timestamp } from '../server/schemas/fields.ts';
import { requireChange } from '../server/require-change.ts';
import { chatViewOf } from './chat-view-of.ts';
import { Chat, ChangeChatBody, OfInstance, OneChat } from './schema.ts';
import { chatNotFound } from '../../domain/chats/chat-not-found.ts';

const CHAT_ERRORS = [
	'invalid_instance',
	'instance_disconnected',
	'chat_not_found',
	'official_api_instance',
] as const;

export const chatChangeRoutes: Routes<'store' | 'clock' | 'connections'> = (app, deps) => {
	const { store, clock } = deps;
	const defineRoute = routeDefiner(app, {
		tag: 'Messages',
		access: 'messages:write',
		concerns: 'instance in body',
		extension: true,
		config: { requiresLease: true },
	});

	defineRoute({
		method: 'PATCH',
		url: '/v1/chats/:chatId',
		operationId: 'changeChat',
		summary: 'Archive, pin or mute a chat, or mark it as unread, on all devices of the account',
		description: 'Absent fields stay unchanged. Marking a chat as read also sends read receipts.',
		params: OneChat,
		body: ChangeChatBody,
		data: Chat,
		errors: CHAT_ERRORS,
		handler: async ({ params, body }) => {
			requireChange(body, ['archived', 'pinned', 'unread', 'mutedUntil']);
			const { instanceId, mutedUntil, ...changes } = body;
			const chatId = await currentIdOf(store.read, instanceId, params.chatId);
			const muted = typeof mutedUntil === 'string' ? Date.parse(mutedUntil) : mutedUntil;
			await changeChat(
				deps,
				{ instanceId, chatId },
				{ ...changes, ...(muted === undefined ? {} : { mutedUntil: muted }) },
			);
			const instance = await namedInstanceOrThrow(store.read, instanceId);
			const chat = await findListedChat(store.read, instanceId, chatId);
			if (chat === undefined) throw chatNotFound();
			const view = await chatViewOf(store.read, instance, [chat], clock.now());
			return view(chat);
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/chats/:chatId/presence',
		operationId: 'subscribePresence',
		summary: 'Subscribe to the presence.updated events of a chat: who is online or typing',
		description: 'The people in the chat see the account as online. Repeat the request after a day.',
		params: OneChat,
		body: OfInstance,
		data: Type.Object({ chatId: Type.String(), until: Timestamp }),
		errors: CHAT_ERRORS,
		handler: async ({ params, body: { instanceId } }) => {
			const chatId = await currentIdOf(store.read, instanceId, params.chatId);
			const { until } = await subscribePresence(deps, { instanceId, chatId });
			return { chatId, until: timestamp(until) };
		},
	});
	return Promise.resolve();
};
