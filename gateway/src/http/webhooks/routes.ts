import { Type } from 'typebox';
import { listWebhooks } from '../../store/webhooks/webhooks.ts';
import { webhookOrThrow } from '../../webhooks/find-webhook.ts';
import { createWebhook, deleteWebhook, updateWebhook } from '../../webhooks/manage-webhook.ts';
import { actorOf } from '../server/authentication.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { IdOf } from '../server/fields.ts';
import { Deleted } from '../server/responses.ts';
import {
	CreateWebhookBody,
	ListWebhooksQuery,
	UpdateWebhookBody,
	Webhook,
	WebhookListItem,
} from './schema.ts';
import { webhookListItem, webhookView } from './view.ts';

const OneWebhook = Type.Object({ webhookId: IdOf('wh', 'The webhook.') });

export const webhookRoutes: Routes<'store' | 'clock' | 'newId' | 'entropy' | 'guard' | 'sealer'> = (
	app,
	deps,
) => {
	const { store, clock, sealer } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Webhooks' });

	defineRoute({
		method: 'POST',
		url: '/v1/webhooks',
		access: 'webhooks:write',
		operationId: 'createWebhook',
		summary: 'Register a URL that receives events',
		body: CreateWebhookBody,
		status: 201,
		data: Webhook,
		errors: ['invalid_webhook_url', 'invalid_webhook_events', 'invalid_instance'],
		handler: async (request) =>
			webhookView(await createWebhook(deps, request.body, actorOf(request)), clock.now(), sealer),
	});

	defineRoute({
		method: 'GET',
		url: '/v1/webhooks',
		access: 'webhooks:read',
		operationId: 'listWebhooks',
		summary: 'List webhooks, newest first',
		querystring: ListWebhooksQuery,
		data: Type.Array(WebhookListItem),
		handler: async ({ query: { instanceId, status } }) =>
			(await listWebhooks(store.read, { instanceId, status })).map(webhookListItem),
	});

	defineRoute({
		method: 'GET',
		url: '/v1/webhooks/:webhookId',
		access: 'webhooks:read',
		operationId: 'getWebhook',
		summary: 'Get a webhook',
		params: OneWebhook,
		data: Webhook,
		errors: ['webhook_not_found'],
		handler: async ({ params }) =>
			webhookView(await webhookOrThrow(store.read, params.webhookId), clock.now(), sealer),
	});

	defineRoute({
		method: 'PUT',
		url: '/v1/webhooks/:webhookId',
		access: 'webhooks:write',
		operationId: 'updateWebhook',
		summary: 'Update a webhook, or deactivate and activate it',
		params: OneWebhook,
		body: UpdateWebhookBody,
		data: Webhook,
		errors: ['invalid_webhook_url', 'invalid_webhook_events', 'webhook_not_found'],
		handler: async (request) => {
			const { params, body } = request;
			return webhookView(
				await updateWebhook(deps, params.webhookId, body, actorOf(request)),
				clock.now(),
				sealer,
			);
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/v1/webhooks/:webhookId',
		access: 'webhooks:write',
		operationId: 'deleteWebhook',
		summary: 'Delete a webhook',
		params: OneWebhook,
		response: Deleted,
		errors: ['webhook_not_found'],
		handler: async (request) => {
			await deleteWebhook(deps, request.params.webhookId, actorOf(request));
			return { success: true, message: 'The webhook was deleted.' };
		},
	});
	return Promise.resolve();
};
