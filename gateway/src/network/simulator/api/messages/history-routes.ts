import { Type } from 'typebox';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { instanceOrThrow, notConnected } from '../../../../instances/find-instance.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { OF_CONNECTION, OneInstance, ROUTES_OF_INSTANCE } from '../schema.ts';

/** Most messages in one request, which is answered only after all are stored. */
const MESSAGES_LIMIT = 2000;

const HistoryBody = Type.Object(
	{
		messages: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: MESSAGES_LIMIT,
				default: 100,
				description: 'Number of messages; another seed adds as many.',
			}),
		),
		chats: Type.Optional(
			Type.Integer({ minimum: 1, maximum: 25, default: 5, description: 'Number of chats.' }),
		),
		seed: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 64,
				default: 'history',
				description: 'The same seed produces the same messages, which are not stored twice.',
			}),
		),
	},
	{ additionalProperties: false },
);

const Stored = Type.Object({ messages: Type.Integer(), chats: Type.Integer() });

/** Conversations from before an instance was linked (an addition). */
export function simulatedHistoryRoutes(controls: SimulatorControls): Routes {
	return (app, { store }) => {
		const defineRoute = routeDefiner(app, ROUTES_OF_INSTANCE);

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/history',
			config: OF_CONNECTION,
			operationId: 'simulateHistory',
			summary: 'Report conversations from before the instance was linked; they cause no events',
			params: OneInstance,
			body: HistoryBody,
			status: 201,
			data: Stored,
			errors: ['instance_not_found', 'instance_disconnected'],
			handler: async ({ params, body }) => {
				const instance = await instanceOrThrow(store.read, params.instanceId);
				const { messages = 100, chats = 5, seed = 'history' } = body;
				if (!(await controls.pastMessages(instance.id, { messages, chats, seed }))) {
					throw notConnected(instance);
				}
				return { messages, chats: Math.min(chats, messages) };
			},
		});
		return Promise.resolve();
	};
}
