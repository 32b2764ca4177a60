import { Type } from 'typebox';
import { listDeliveryLog } from '../../store/webhooks/deliveries/delivery-log.ts';
import { webhookOrThrow } from '../../webhooks/management/find-webhook.ts';
import { testWebhook } from '../../webhooks/management/test-webhook.ts';
import { callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { IdOf } from '../server/schemas/fields.ts';
import { Log, LogQuery, TestBody, TestResult } from './log-schema.ts';
import { deliveryLogView } from './view.ts';

const OneWebhook = Type.Object({ webhookId: IdOf('wh', 'The webhook.') });

/** The test delivery and the delivery log of a webhook (specification: Webhooks). */
export const webhookDeliveryRoutes: Routes<'store' | 'clock' | 'newId' | 'attemptWaiters'> = (app, deps) => {
	const { store } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Webhooks', concerns: 'webhook in path' });

	defineRoute({
		method: 'POST',
		url: '/v1/webhooks/:webhookId/test',
		access: 'webhooks:write',
		operationId: 'testWebhook',
		summary: 'Deliver a sample event, and return the outcome of its first attempt',
		description: 'An event of messages needs the scope messages:read too.',
		params: OneWebhook,
		body: TestBody,
		data: TestResult,
		errors: ['invalid_webhook_events', 'webhook_not_found'],
		handler: (request) => testWebhook(deps, request.params.webhookId, request.body.event, callerOf(request)),
	});

	defineRoute({
		method: 'GET',
		url: '/v1/webhooks/:webhookId/logs',
		access: 'webhooks:read',
		operationId: 'listWebhookLogs',
		summary: 'List the delivery log, newest first',
		params: OneWebhook,
		querystring: LogQuery,
		response: Log,
		errors: ['webhook_not_found'],
		handler: async ({ params, query: { limit = 50, before = null } }) => {
			const { id } = await webhookOrThrow(store.read, params.webhookId);
			const entries = await listDeliveryLog(store.read, id, { before, limit });
			return { success: true, data: entries.map(deliveryLogView) };
		},
	});
	return Promise.resolve();
};
