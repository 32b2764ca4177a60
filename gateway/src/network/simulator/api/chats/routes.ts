import { timestampOrNull } from '../../../../domain/clock.ts';
import { instanceOrThrow, noSuchChat, notConnected } from '../../../../instances/find.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { chatExists } from '../../../../store/chats/chats.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { EXTENSION } from '../../../../http/server/fields.ts';
import { Data, errorResponses } from '../../../../http/server/responses.ts';
import { PeerViewResponse, OneSimulatedChat } from './schema.ts';

/** What the phones at the other end of an instance's chats show (an addition). */
export function simulatedChatRoutes(controls: SimulatorControls): Routes {
	return (app, { store }) => {
		app.get(
			'/simulator/v1/instances/:instanceId/chats/:chatId',
			{
				config: { access: 'instances:write', requiresLease: true },
				schema: {
					tags: ['Simulator'],
					...EXTENSION,
					operationId: 'simulatedChat',
					summary: 'Get what the phone at the other end of a chat shows since the instance was connected',
					params: OneSimulatedChat,
					response: {
						200: Data(PeerViewResponse),
						...errorResponses(
							'invalid_parameters',
							'instance_not_found',
							'instance_disconnected',
							'chat_not_found',
						),
					},
				},
			},
			async (request) => {
				const { chatId } = request.params;
				const instance = await instanceOrThrow(store.read, request.params.instanceId);
				const peerView = controls.peerViewOf(instance.id, chatId);
				if (peerView === null) throw notConnected(instance);
				if (!(await chatExists(store.read, instance.id, chatId))) throw noSuchChat();
				const { readAt, typingAt, messages } = peerView;
				return {
					success: true,
					data: {
						chatId,
						readAt: timestampOrNull(readAt),
						typingAt: timestampOrNull(typingAt),
						messages: messages.map(({ id, ...message }) => ({ messageId: id, ...message })),
					},
				};
			},
		);
		return Promise.resolve();
	};
}
