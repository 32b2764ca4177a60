import { Type } from 'typebox';
import { listWebhooks } from '../../store/webhooks/webhooks.ts';
import { registeredWebhookOrThrow, webhookOrThrow } from '../../webhooks/management/find-webhook.ts';
import { updateWebhook } from '../../webhooks/management/update-webhook.ts';
import { webhookChanges } from '../../webhooks/management/webhook-changes.ts';
import { actorOf, callerOf, requireConfirmedPerson } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import {
	CREATION_ERRORS,
	IdempotencyHeaders,
	idempotentRequestOf,
	markReplayed,
} from '../server/requests/idempotency.ts';
import { IdOf } from '../server/schemas/fields.ts';
import { Deleted } from '../server/schemas/responses.ts';
import {
	CreateWebhookBody,
	DeleteWebhookQuery,
	ListWebhooksQuery,
	UpdateWebhookBody,
	Webhook,
	WebhookListItem,
} from './schema.ts';
import { webhookListItem, webhookView } from './view.ts';
import { createWebhook } from '../../webhooks/management/create-webhook.ts';
import { deleteWebhook } from '../../webhooks/management/delete-webhook.ts';

const OneWebhook = Type.Object({ webhookId: IdOf('wh', 'The webhook.') });

export const webhookRoutes: Routes<
	'store' | 'clock' | 'realClock' | 'newId' | 'entropy' | 'guard' | 'sealer'
> = (app, deps) => {
	const { store, clock, realClock, sealer } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Webhooks' });

	defineRoute({
		method: 'POST',
		url: '/v1/webhooks',
		access: 'webhooks:write',
		concerns: 'instance in body',
		operationId: 'createWebhook',
		summary: 'Register a URL that receives events',
		description:
			'Events of messages also need the scope messages:read. A request with a key that is limited to instances must name one of them as instanceId.',
		headers: IdempotencyHeaders,
		body: CreateWebhookBody,
		status: 201,
		data: Webhook,
		errors: [
			'invalid_webhook_url',
			'invalid_webhook_events',
			'invalid_instance',
			'webhook_not_found',
			...CREATION_ERRORS,
		],
		handler: async (request, reply) => {
			const caller = callerOf(request);
			const created = await createWebhook(deps, request.body, caller, idempotentRequestOf(request));
			markReplayed(reply, created);
			return webhookView(created.row, clock.now(), caller, sealer);
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/webhooks',
		access: 'webhooks:read',
		concerns: 'visible instances',
		operationId: 'listWebhooks',
		summary: 'List webhooks, newest first',
		querystring: ListWebhooksQuery,
		data: Type.Array(WebhookListItem),
		handler: async (request) => {
			const { instanceId, status } = request.query;
			const visible = callerOf(request).instanceIds;
			return (await listWebhooks(store.read, { visible, instanceId, status })).map(webhookListItem);
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/webhooks/:webhookId',
		access: 'webhooks:read',
		concerns: 'webhook in path',
		operationId: 'getWebhook',
		summary: 'Get a webhook',
		params: OneWebhook,
		data: Webhook,
		errors: ['webhook_not_found'],
		handler: async (request) => {
			const webhook = await webhookOrThrow(store.read, request.params.webhookId);
			return webhookView(webhook, clock.now(), callerOf(request), sealer);
		},
	});

	defineRoute({
		method: 'PUT',
		url: '/v1/webhooks/:webhookId',
		access: 'webhooks:write',
		concerns: 'webhook in path',
		operationId: 'updateWebhook',
		summary: 'Update a webhook, or deactivate and activate it',
		description:
			'Takes the whole webhook as GET returns it, or the fields to change. Of a webhook with events of messages, the url, the events, the secret and the activation need the scope messages:read too.',
		params: OneWebhook,
		body: UpdateWebhookBody,
		data: Webhook,
		errors: ['invalid_webhook_url', 'invalid_webhook_events', 'webhook_not_found', 'confirmation_required'],
		handler: async (request) => {
			const { params, body } = request;
			const current = await registeredWebhookOrThrow(store.read, params.webhookId);
			const changes = webhookChanges(current, body, sealer);
			if (changes.secret !== undefined) requireConfirmedPerson(request, realClock.now());
			const caller = callerOf(request);
			const webhook = await updateWebhook(deps, current.id, changes, caller);
			return webhookView(webhook, clock.now(), caller, sealer);
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/v1/webhooks/:webhookId',
		access: 'webhooks:write',
		concerns: 'webhook in path',
		operationId: 'deleteWebhook',
		summary: 'Delete a webhook',
		params: OneWebhook,
		querystring: DeleteWebhookQuery,
		response: Deleted,
		errors: ['webhook_not_found'],
		handler: async (request) => {
			const { keepDeliveries = false } = request.query;
			await deleteWebhook(deps, request.params.webhookId, { keepDeliveries }, actorOf(request));
			return { success: true, message: 'The webhook was deleted.' };
		},
	});
	return Promise.resolve();
};
