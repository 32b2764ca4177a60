import { Type } from 'typebox';
import { checkWebhookUrl } from '../../webhooks/webhook-url.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { listWebhooks } from '../../store/webhooks/webhooks.ts';
import {
	changeWebhook,
	createWebhook,
	removeWebhook,
	webhookOrThrow,
} from '../../webhooks/manage-webhook.ts';
import { cancelWebhookDeliveries } from '../../webhooks/clean-up.ts';
import { makeWebhookSecret } from '../../webhooks/secret.ts';
import type { Routes } from '../server/dependencies.ts';
import { callerOf } from '../server/authentication.ts';
import { IdOf } from '../server/fields.ts';
import { BODY_ERRORS, Data, errorResponses } from '../server/responses.ts';
import {
	CreateWebhookBody,
	ListWebhooksQuery,
	UpdateWebhookBody,
	Webhook,
	WebhookListItem,
} from './schema.ts';
import { webhookListItem, webhookView } from './view.ts';

const tags = ['Webhooks'];
const OneWebhook = Type.Object({ webhookId: IdOf('wh', 'The webhook.') });

export const webhookRoutes: Routes = (app, { store, clock, newId, entropy, guard }) => {
	app.post(
		'/v1/webhooks',
		{
			config: { access: 'webhooks:write' },
			schema: {
				tags,
				operationId: 'createWebhook',
				summary: 'Register a URL that receives events',
				body: CreateWebhookBody,
				response: {
					201: Data(Webhook),
					...errorResponses(
						...BODY_ERRORS,
						'invalid_webhook_url',
						'invalid_webhook_events',
						'invalid_instance',
					),
				},
			},
		},
		async (request, reply) => {
			const { url, events, secret, name = null, instanceId = null } = request.body;
			await checkWebhookUrl(guard, url);
			const webhook = { url, events, secret: secret ?? makeWebhookSecret(entropy), name, instanceId };
			const who = { actor: callerOf(request).actor, at: clock.now() };
			const row = await store.commit(async ({ db }) => {
				const created = await createWebhook(db, newId, webhook, who.at);
				const act = { action: 'webhook.created' as const, target: created.id, details: { url, events } };
				await recordAudit(db, newId, who, act);
				return created;
			});
			reply.code(201);
			return { success: true, data: webhookView(row, who.at) };
		},
	);

	app.get(
		'/v1/webhooks',
		{
			config: { access: 'webhooks:read' },
			schema: {
				tags,
				operationId: 'listWebhooks',
				summary: 'List webhooks, newest first',
				querystring: ListWebhooksQuery,
				response: {
					200: Data(Type.Array(WebhookListItem)),
					...errorResponses('invalid_parameters'),
				},
			},
		},
		async (request) => {
			const { instanceId, status } = request.query;
			const rows = await listWebhooks(store.read, { instanceId, status });
			return { success: true, data: rows.map(webhookListItem) };
		},
	);

	app.get(
		'/v1/webhooks/:webhookId',
		{
			config: { access: 'webhooks:read' },
			schema: {
				tags,
				operationId: 'getWebhook',
				summary: 'Get a webhook',
				params: OneWebhook,
				response: { 200: Data(Webhook), ...errorResponses('webhook_not_found') },
			},
		},
		async (request) => ({
			success: true,
			data: webhookView(await webhookOrThrow(store.read, request.params.webhookId), clock.now()),
		}),
	);

	app.put(
		'/v1/webhooks/:webhookId',
		{
			config: { access: 'webhooks:write' },
			schema: {
				tags,
				operationId: 'updateWebhook',
				summary: 'Change a webhook, or switch it off and on',
				params: OneWebhook,
				body: UpdateWebhookBody,
				response: {
					200: Data(Webhook),
					...errorResponses(
						...BODY_ERRORS,
						'invalid_webhook_url',
						'invalid_webhook_events',
						'webhook_not_found',
					),
				},
			},
		},
		async (request) => {
			const { body, params } = request;
			if (body.url !== undefined) await checkWebhookUrl(guard, body.url);
			const who = { actor: callerOf(request).actor, at: clock.now() };
			const { secret, ...named } = body;
			const row = await store.commit(async ({ db }) => {
				const changed = await changeWebhook(db, params.webhookId, body);
				const details = secret === undefined ? named : { ...named, secret: 'changed' };
				await recordAudit(db, newId, who, { action: 'webhook.updated', target: changed.id, details });
				return changed;
			});
			if (row.status === 'inactive') await cancelWebhookDeliveries(store, clock, row.id);
			return { success: true, data: webhookView(row, who.at) };
		},
	);

	app.delete(
		'/v1/webhooks/:webhookId',
		{
			config: { access: 'webhooks:write' },
			schema: {
				tags,
				operationId: 'deleteWebhook',
				summary: 'Delete a webhook',
				params: OneWebhook,
				response: {
					200: Type.Object({ success: Type.Boolean(), message: Type.String() }),
					...errorResponses('csrf_token_required', 'webhook_not_found'),
				},
			},
		},
		async (request) => {
			const { webhookId } = request.params;
			const who = { actor: callerOf(request).actor, at: clock.now() };
			await store.commit(async ({ db }) => {
				await removeWebhook(db, webhookId);
				await recordAudit(db, newId, who, { action: 'webhook.deleted', target: webhookId });
			});
			return { success: true, message: 'The webhook was deleted.' };
		},
	);
	return Promise.resolve();
};
