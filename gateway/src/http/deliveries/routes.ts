import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import type { DeliveryId } from '../../domain/ids.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { findDeliveryContent, listDeliveries } from '../../store/webhooks/delivery-list.ts';
import { webhookOrThrow } from '../../webhooks/manage-webhook.ts';
import { deliveryOrThrow, recoverDeliveries, retryDelivery } from '../../webhooks/redeliver.ts';
import type { Routes } from '../server/dependencies.ts';
import { callerOf } from '../server/authentication.ts';
import { DeliveriesQuery, Delivery, DeliveryDetail, DeliveryPage, RecoverBody } from './schema.ts';
import { EXTENSION, IdOf } from '../server/fields.ts';
import { BODY_ERRORS, Data, errorResponses } from '../server/responses.ts';
import { deliveryDetailView, deliveryView } from './view.ts';

const tags = ['Webhooks'];
const OneWebhook = Type.Object({
	webhookId: IdOf('wh', "The webhook, or an instance's own by its webhookId."),
});
const OneDelivery = Type.Object({
	webhookId: IdOf('wh', "The webhook, or an instance's own by its webhookId."),
	deliveryId: IdOf('dlv', 'The delivery.'),
});

/** Deliveries of a webhook, one by one: what became of them, and another try (additions). */
export const deliveryRoutes: Routes = (app, { store, clock, newId }) => {
	app.get(
		'/v1/webhooks/:webhookId/deliveries',
		{
			config: { access: 'webhooks:read' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'listDeliveries',
				summary: 'List deliveries, newest first',
				params: OneWebhook,
				querystring: DeliveriesQuery,
				response: {
					200: Data(DeliveryPage),
					...errorResponses('invalid_parameters', 'webhook_not_found'),
				},
			},
		},
		async (request) => {
			const { status, event, limit = 50, before } = request.query;
			const { id: webhookId } = await webhookOrThrow(store.read, request.params.webhookId);
			const filter = { webhookId, status, kind: event, before: before as DeliveryId | undefined };
			// One more than asked for tells whether there is a next page.
			const rows = await listDeliveries(store.read, filter, limit + 1);
			const hasMore = rows.length > limit;
			const deliveries = rows.slice(0, limit).map(deliveryView);
			const nextCursor = hasMore ? (deliveries.at(-1)?.id ?? null) : null;
			return { success: true, data: { deliveries, pagination: { hasMore, nextCursor } } };
		},
	);

	app.get(
		'/v1/webhooks/:webhookId/deliveries/:deliveryId',
		{
			config: { access: 'webhooks:read' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'getDelivery',
				summary: 'Get a delivery with what was sent and answered in each attempt',
				params: OneDelivery,
				response: { 200: Data(DeliveryDetail), ...errorResponses('webhook_not_found', 'not_found') },
			},
		},
		async (request) => {
			const { webhookId, deliveryId } = request.params;
			const delivery = await deliveryOrThrow(store.read, webhookId, deliveryId);
			const content = await findDeliveryContent(store.read, delivery);
			return { success: true, data: deliveryDetailView(delivery, content) };
		},
	);

	app.post(
		'/v1/webhooks/:webhookId/deliveries/:deliveryId/retry',
		{
			config: { access: 'webhooks:write' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'retryDelivery',
				summary: 'Deliver again now, with the whole retry schedule where the delivery had ended',
				params: OneDelivery,
				response: {
					200: Data(Delivery),
					...errorResponses(...BODY_ERRORS, 'webhook_not_found', 'not_found'),
				},
			},
		},
		async (request) => {
			const { webhookId, deliveryId } = request.params;
			const who = { actor: callerOf(request).actor, at: clock.now() };
			const delivery = await store.commit(async (scope) => {
				const retried = await retryDelivery(scope, webhookId, deliveryId, who.at);
				await recordAudit(scope.db, newId, who, { action: 'delivery.retried', target: deliveryId });
				return retried;
			});
			return { success: true, data: deliveryView(delivery) };
		},
	);

	app.post(
		'/v1/webhooks/:webhookId/deliveries/recover',
		{
			config: { access: 'webhooks:write' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'recoverDeliveries',
				summary: 'Deliver again all that was made in a time and has failed',
				params: OneWebhook,
				body: RecoverBody,
				response: {
					200: Data(
						Type.Object({
							recovered: Type.Integer({ description: 'Deliveries that are due again.' }),
						}),
					),
					...errorResponses(...BODY_ERRORS, 'webhook_not_found'),
				},
			},
		},
		async (request) => {
			const { webhookId } = request.params;
			const { since, until } = request.body;
			const who = { actor: callerOf(request).actor, at: clock.now() };
			const recovered = await recoverDeliveries({ store, clock }, webhookId, {
				since: momentOf('since', since),
				until: until === undefined ? who.at + 1 : momentOf('until', until),
			});
			const act = {
				action: 'webhook.deliveries_recovered' as const,
				target: webhookId,
				details: { since, until, recovered },
			};
			await store.commit(({ db }) => recordAudit(db, newId, who, act));
			return { success: true, data: { recovered } };
		},
	);
	return Promise.resolve();
};

/** Throws invalid_parameters for what is a date and time by its form, such as a leap second, and none to a clock. */
function momentOf(field: string, text: string): number {
	const moment = Date.parse(text);
	if (!Number.isNaN(moment)) return moment;
	throw new GatewayError(
		'invalid_parameters',
		`"${field}" is no moment that can be found; write it like 2026-01-31T12:00:00.000Z.`,
	);
}
