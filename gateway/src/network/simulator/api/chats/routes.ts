import { timestampOrNull } from '../../../../domain/clock.ts';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { instanceOrThrow, noSuchChat, notConnected } from '../../../../instances/find.ts';
import { chatExists } from '../../../../store/chats/chats.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { OF_CONNECTION, ROUTES_OF_INSTANCE } from '../schema.ts';
import { OneSimulatedChat, PeerViewResponse } from './schema.ts';

/** What the phones at the other end of an instance's chats show (an addition). */
export function simulatedChatRoutes(controls: SimulatorControls): Routes {
	return (app, { store }) => {
		const defineRoute = routeDefiner(app, ROUTES_OF_INSTANCE);

		defineRoute({
			method: 'GET',
			url: '/simulator/v1/instances/:instanceId/chats/:chatId',
			config: OF_CONNECTION,
			operationId: 'simulatedChat',
			summary: 'Get what the phone at the other end of a chat shows since the instance was connected',
			params: OneSimulatedChat,
			data: PeerViewResponse,
			errors: ['invalid_parameters', 'instance_not_found', 'instance_disconnected', 'chat_not_found'],
			handler: async ({ params: { instanceId, chatId } }) => {
				const instance = await instanceOrThrow(store.read, instanceId);
				const peerView = controls.peerViewOf(instance.id, chatId);
				if (peerView === null) throw notConnected(instance);
				if (!(await chatExists(store.read, instance.id, chatId))) throw noSuchChat();
				const { readAt, typingAt, messages, reactions } = peerView;
				return {
					chatId,
					readAt: timestampOrNull(readAt),
					typingAt: timestampOrNull(typingAt),
					messages: messages.map(({ id, ...message }) => ({ messageId: id, ...message })),
					reactions: [...reactions],
				};
			},
		});
		return Promise.resolve();
	};
}
