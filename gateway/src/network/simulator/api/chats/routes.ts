import { timestampOrNull } from '../../../../domain/clock.ts';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { instanceOrThrow, notConnected } from '../../../../instances/find-instance.ts';
import { chatExists } from '../../../../store/chats/chats.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { deviceNotConnected } from '../receive-message.ts';
import { requireCapabilities } from '../required-capabilities.ts';
import { OF_CONNECTION, ROUTES_OF_INSTANCE, Success } from '../schema.ts';
import { ChatOnPhoneBody, OneSimulatedChat, PeerViewResponse } from './schema.ts';
import { chatNotFound } from '../../../../domain/chats/chat-not-found.ts';

/** The content of the phones at the other end of an instance's chats (an addition). */
export function simulatedChatRoutes(controls: SimulatorControls): Routes {
	return (app, { store }) => {
		const defineRoute = routeDefiner(app, ROUTES_OF_INSTANCE);

		defineRoute({
			method: 'GET',
			url: '/simulator/v1/instances/:instanceId/chats/:chatId',
			config: OF_CONNECTION,
			operationId: 'simulatedChat',
			summary: 'Get the content of a chat on the phone at its other end, since the instance was connected',
			params: OneSimulatedChat,
			data: PeerViewResponse,
			errors: ['invalid_parameters', 'instance_not_found', 'instance_disconnected', 'chat_not_found'],
			handler: async ({ params: { instanceId, chatId } }) => {
				const instance = await instanceOrThrow(store.read, instanceId);
				const peerView = controls.peerViewOf(instance.id, chatId);
				if (peerView === null) throw notConnected(instance);
				if (!(await chatExists(store.read, instance.id, chatId))) throw chatNotFound();
				const onPhone = await controls.chatSettingsOf(instance.id, chatId);
				if (onPhone === null) throw notConnected(instance);
				const { readAt, typingAt, messages, reactions } = peerView;
				return {
					chatId,
					readAt: timestampOrNull(readAt),
					typingAt: timestampOrNull(typingAt),
					messages: messages.map(({ id, ...message }) => ({ messageId: id, ...message })),
					reactions: [...reactions],
					onPhone: { ...onPhone, mutedUntil: timestampOrNull(onPhone.mutedUntil) },
				};
			},
		});

		defineRoute({
			method: 'PATCH',
			url: '/simulator/v1/instances/:instanceId/chats/:chatId',
			config: OF_CONNECTION,
			operationId: 'simulateChatChange',
			summary: "Archive, pin or mute a chat on the phone of the account's owner, or mark it as unread",
			params: OneSimulatedChat,
			body: ChatOnPhoneBody,
			response: Success,
			errors: ['instance_not_found', 'instance_disconnected', 'chat_not_found', 'official_api_instance'],
			handler: async ({ params: { instanceId, chatId }, body: { mutedUntil, ...changes } }) => {
				const { id } = await instanceOrThrow(store.read, instanceId);
				requireCapabilities(controls, id, ['chat_changes']);
				if (!(await chatExists(store.read, id, chatId))) throw chatNotFound();
				const muted = mutedUntil === undefined ? {} : { mutedUntil: timeOrNull(mutedUntil) };
				if (!(await controls.changeChat(id, chatId, { ...changes, ...muted }))) throw deviceNotConnected();
				return { success: true };
			},
		});
		return Promise.resolve();
	};
}

function timeOrNull(time: string | null): number | null {
	return time === null ? null : Date.parse(time);
}
