import type { DeliveryId } from '../../domain/ids.ts';
import { parseDate } from '../../domain/parse-date.ts';
import { chatIdOf } from '../../domain/phone.ts';
import { listIdsOfPerson } from '../../store/chats/person-ids.ts';
import { findSubjects } from '../../store/webhooks/deliveries/delivery-subjects.ts';
import { findDeliveryContent, listDeliveries } from '../../store/webhooks/deliveries/delivery-list.ts';
import { claimEventOfWebhook } from '../../webhooks/deliveries/claim-event.ts';
import { webhookOrThrow } from '../../webhooks/management/find-webhook.ts';
import { assertMayReceive } from '../../webhooks/management/message-permission.ts';
import {
	deliveryNotFound,
	deliveryOrThrow,
	recoverDeliveries,
	retryDelivery,
} from '../../webhooks/deliveries/redeliver.ts';
import { callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { OneDelivery, OneEvent, OneWebhook } from './params.ts';
import {
	ClaimBody,
	Claimed,
	DeliveriesQuery,
	Delivery,
	DeliveryDetail,
	DeliveryPage,
	RecoverBody,
	Recovered,
} from './schema.ts';
import { deliveryDetailView } from './view.ts';
import { viewOf, viewsOf } from './view-of.ts';

/** Deliveries of a webhook with their attempts, and redelivery (additions). */
export const deliveryRoutes: Routes<'store' | 'clock' | 'newId'> = (app, deps) => {
	const { store } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Webhooks', concerns: 'webhook in path', extension: true });

	defineRoute({
		method: 'GET',
		url: '/v1/webhooks/:webhookId/deliveries',
		access: 'webhooks:read',
		operationId: 'listDeliveries',
		summary: 'List deliveries, newest first',
		description:
			'With chatId it needs the scope messages:read too, and a page looks at 10,000 deliveries at most: it may hold few, or none, and hasMore be true all the same.',
		params: OneWebhook,
		querystring: DeliveriesQuery,
		data: DeliveryPage,
		errors: ['webhook_not_found', 'invalid_phone_number'],
		handler: async (request) => {
			const { params, query } = request;
			const { status, event: kind, chatId, since, until, limit = 50 } = query;
			const caller = callerOf(request);
			if (chatId !== undefined) assertMayReceive(caller, ['message.received']);
			const { id, instance_id: instanceId } = await webhookOrThrow(store.read, params.webhookId);
			const filter = {
				webhookId: id,
				status,
				kind,
				// Events from before the network revealed that two ids are of one person contain the earlier id.
				chatIds:
					chatId === undefined ? undefined : await listIdsOfPerson(store.read, instanceId, chatIdOf(chatId)),
				since: since === undefined ? undefined : parseDate('since', since),
				until: until === undefined ? undefined : parseDate('until', until),
				before: query.before as DeliveryId | undefined,
			};
			const { deliveries, nextCursor } = await listDeliveries(store.read, filter, limit);
			const pagination = { hasMore: nextCursor !== null, nextCursor };
			return { deliveries: await viewsOf(store.read, deliveries, caller), pagination };
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/webhooks/:webhookId/deliveries/:deliveryId',
		access: 'webhooks:read',
		operationId: 'getDelivery',
		summary: 'Get a delivery with the request and the response of each attempt',
		params: OneDelivery,
		data: DeliveryDetail,
		errors: ['webhook_not_found', 'not_found'],
		handler: async (request) => {
			const { webhookId, deliveryId } = request.params;
			const delivery = await deliveryOrThrow(store.read, webhookId, deliveryId);
			const content = await findDeliveryContent(store.read, delivery);
			if (content === undefined) throw deliveryNotFound(webhookId);
			const subjects = await findSubjects(store.read, [delivery.event_id]);
			return deliveryDetailView(delivery, content, subjects.get(delivery.event_id), callerOf(request));
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/webhooks/:webhookId/deliveries/:deliveryId/retry',
		access: 'webhooks:write',
		operationId: 'retryDelivery',
		summary: 'Redeliver now; a finished delivery restarts the retry schedule',
		description: 'An event of messages needs the scope messages:read too.',
		params: OneDelivery,
		data: Delivery,
		errors: ['webhook_not_found', 'not_found'],
		handler: async (request) => {
			const caller = callerOf(request);
			return viewOf(store.read, await retryDelivery(deps, request.params, caller), caller);
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/webhooks/:webhookId/deliveries/recover',
		access: 'webhooks:write',
		operationId: 'recoverDeliveries',
		summary: 'Redeliver all failed deliveries that were created in a period',
		description: 'Events of messages need the scope messages:read too.',
		params: OneWebhook,
		body: RecoverBody,
		data: Recovered,
		errors: ['webhook_not_found'],
		handler: async (request) => {
			const { params, body } = request;
			return { recovered: await recoverDeliveries(deps, params.webhookId, body, callerOf(request)) };
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/webhooks/:webhookId/events/:eventId/claim',
		access: 'webhooks:write',
		operationId: 'claimEvent',
		summary: 'Claim an event, so that one of several processes of the receiver handles it once',
		description:
			'The first claimant gets the event, on every try. For an event that the gateway does not store (any more), every claimant gets it. Retrying a successful delivery ends the claim.',
		params: OneEvent,
		body: ClaimBody,
		data: Claimed,
		errors: ['webhook_not_found'],
		handler: async ({ params, body }) => ({
			claimed: await claimEventOfWebhook(deps, params, body.claimant),
		}),
	});
	return Promise.resolve();
};
