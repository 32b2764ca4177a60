import { setChatOwner } from '../../instances/set-chat-owner.ts';
import { callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { ChatOwnerBody, ChatOwnership, ownerFields } from './owner-schema.ts';
import { OneChat } from './schema.ts';

export const chatOwnerRoutes: Routes<'store' | 'clock' | 'newId'> = (app, deps) => {
	const defineRoute = routeDefiner(app, { tag: 'Messages' });

	defineRoute({
		method: 'PUT',
		url: '/v1/chats/:chatId/owner',
		access: 'messages:write',
		concerns: 'instance in body',
		extension: true,
		operationId: 'setChatOwner',
		summary: 'Take a chat for a person, or give it back to the bot',
		description:
			'For instances with settings.takeover. While a person owns a chat, messages with an API key are refused with chat_taken, and scheduled ones wait.',
		params: OneChat,
		body: ChatOwnerBody,
		data: ChatOwnership,
		errors: ['invalid_instance', 'chat_not_found'],
		handler: async (request) => {
			const { instanceId, owner, until } = request.body;
			const by = callerOf(request).kind === 'user' ? 'page' : 'api';
			const change = { owner, until: until === undefined ? null : Date.parse(until), by } as const;
			const { chatId, ownedUntil } = await setChatOwner(
				deps,
				{ instanceId, chatId: request.params.chatId },
				change,
			);
			return { chatId, ...ownerFields(ownedUntil, deps.clock.now()) };
		},
	});
	return Promise.resolve();
};
