import type { preValidationHookHandler } from 'fastify';
import { Type } from 'typebox';
import { webhookOrThrow } from '../../webhooks/management/find-webhook.ts';
import { rotateSecret } from '../../webhooks/management/rotate-secret.ts';
import { webhookHealth } from '../../webhooks/health/webhook-health.ts';
import { webhookStatistics } from '../../webhooks/health/webhook-statistics.ts';
import { callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { IdOf } from '../server/schemas/fields.ts';
import { StatisticsQuery } from '../server/schemas/statistics.ts';
import { Secret, Webhook, WebhookHealth, WebhookStatistics } from './schema.ts';
import { webhookHealthView, webhookStatisticsView, webhookView } from './view.ts';

const OneWebhook = Type.Object({
	webhookId: IdOf('wh', "The webhook, or an instance's own by its webhookId."),
});

const RotateBody = Type.Object({ secret: Type.Optional(Secret) }, { additionalProperties: false });

/** Accepts a request without a body: the gateway makes the secret. */
const bodyIsOptional: preValidationHookHandler = (request, _reply, done) => {
	if (request.body === undefined) request.body = {};
	done();
};

/** The health and the statistics of a webhook, and the rotation of its secret (additions). */
export const webhookMaintenanceRoutes: Routes<'store' | 'clock' | 'newId' | 'entropy' | 'sealer'> = (
	app,
	deps,
) => {
	const { store, clock, sealer } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Webhooks', concerns: 'webhook in path', extension: true });

	defineRoute({
		method: 'GET',
		url: '/v1/webhooks/:webhookId/health',
		access: 'webhooks:read',
		operationId: 'getWebhookHealth',
		summary: 'Get the health of a webhook over the last 24 hours',
		params: OneWebhook,
		data: WebhookHealth,
		errors: ['webhook_not_found'],
		handler: async ({ params }) => {
			const webhook = await webhookOrThrow(store.read, params.webhookId);
			return webhookHealthView(await webhookHealth(store.read, webhook, clock.now()));
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/webhooks/:webhookId/statistics',
		access: 'webhooks:read',
		operationId: 'getWebhookStatistics',
		summary: 'Count the attempts of a webhook and their response times over a period, for a chart',
		description: 'The gateway counts an attempt when it ends. The counts of deleted deliveries stay.',
		params: OneWebhook,
		querystring: StatisticsQuery,
		data: WebhookStatistics,
		errors: ['webhook_not_found'],
		handler: async ({ params, query: { period = '24h' } }) => {
			const { id } = await webhookOrThrow(store.read, params.webhookId);
			return webhookStatisticsView(period, await webhookStatistics(store.read, id, period, clock.now()));
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/webhooks/:webhookId/rotate-secret',
		access: 'webhooks:write',
		confirmed: true,
		options: { preValidation: bodyIsOptional },
		operationId: 'rotateWebhookSecret',
		summary: 'Rotate the secret of a webhook; the previous one also signs for 24 hours',
		description: 'For a webhook with events of messages, the key also needs the scope messages:read.',
		params: OneWebhook,
		body: RotateBody,
		data: Webhook,
		errors: ['webhook_not_found'],
		handler: async (request) => {
			const { params, body } = request;
			const caller = callerOf(request);
			const webhook = await rotateSecret(deps, params.webhookId, body.secret, caller);
			return webhookView(webhook, clock.now(), caller, sealer);
		},
	});
	return Promise.resolve();
};
