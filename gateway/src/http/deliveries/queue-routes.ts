import { listChatQueues } from '../../store/webhooks/queues/chat-queues.ts';
import { webhookOrThrow } from '../../webhooks/management/find-webhook.ts';
import { assertMayReceive } from '../../webhooks/management/message-permission.ts';
import { skipDelivery, skipQueue } from '../../webhooks/deliveries/skip.ts';
import { callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { cursorPage } from '../server/schemas/responses.ts';
import { OneDelivery, OneWebhook } from './params.ts';
import { ChatQueuePage, QueuesQuery, SkipQueueBody, Skipped } from './queue-schema.ts';
import { Delivery } from './schema.ts';
import { chatQueueView } from './view.ts';
import { viewOf } from './view-of.ts';

/** The queues of chats at webhooks that are ordered or collect messages (additions). */
export const queueRoutes: Routes<'store' | 'clock' | 'newId'> = (app, deps) => {
	const { store } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Webhooks', concerns: 'webhook in path', extension: true });

	defineRoute({
		method: 'GET',
		url: '/v1/webhooks/:webhookId/queues',
		access: 'webhooks:read',
		operationId: 'listQueues',
		summary: 'List the chats with deliveries that wait for an earlier one or are being collected',
		description: 'The list contains chats, so the request also needs the scope messages:read.',
		params: OneWebhook,
		querystring: QueuesQuery,
		data: ChatQueuePage,
		errors: ['webhook_not_found'],
		handler: async (request) => {
			const { before = null, limit = 50 } = request.query;
			assertMayReceive(callerOf(request), ['message.received']);
			const { id } = await webhookOrThrow(store.read, request.params.webhookId);
			const rows = await listChatQueues(store.read, { webhookId: id, before, limit: limit + 1 });
			const { data: queues, pagination } = cursorPage(rows, limit, chatQueueView, ({ key }) => key);
			return { queues, pagination };
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/webhooks/:webhookId/queues/skip',
		access: 'webhooks:write',
		operationId: 'skipQueue',
		summary: 'Cancel all waiting and collecting deliveries of a chat',
		params: OneWebhook,
		body: SkipQueueBody,
		data: Skipped,
		errors: ['webhook_not_found', 'invalid_phone_number'],
		handler: async (request) => {
			const { params, body } = request;
			return { skipped: await skipQueue(deps, params.webhookId, body, callerOf(request)) };
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/webhooks/:webhookId/deliveries/:deliveryId/skip',
		access: 'webhooks:write',
		operationId: 'skipDelivery',
		summary: 'Cancel an open delivery, so that the next one of its chat is attempted',
		params: OneDelivery,
		data: Delivery,
		errors: ['webhook_not_found', 'not_found', 'delivery_being_attempted'],
		handler: async (request) => {
			const caller = callerOf(request);
			return viewOf(store.read, await skipDelivery(deps, request.params, caller), caller);
		},
	});
	return Promise.resolve();
};
