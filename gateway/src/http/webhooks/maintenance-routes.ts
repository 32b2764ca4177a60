import type { preValidationHookHandler } from 'fastify';
import { Type } from 'typebox';
import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { webhookOrThrow } from '../../webhooks/manage-webhook.ts';
import { rotateSecret } from '../../webhooks/rotate-secret.ts';
import { makeWebhookSecret } from '../../webhooks/secret.ts';
import { webhookHealth } from '../../webhooks/webhook-health.ts';
import type { Routes } from '../server/dependencies.ts';
import { callerOf } from '../server/authentication.ts';
import { EXTENSION, IdOf, Nullable, NullableTimestamp, Timestamp } from '../server/fields.ts';
import { BODY_ERRORS, Data, errorResponses } from '../server/responses.ts';
import { Secret, Webhook } from './schema.ts';
import { webhookView } from './view.ts';

const tags = ['Webhooks'];
const OneWebhook = Type.Object({
	webhookId: IdOf('wh', "The webhook, or an instance's own by its webhookId."),
});

const RotateBody = Type.Object({ secret: Type.Optional(Secret) }, { additionalProperties: false });

const Health = Type.Object({
	since: Timestamp,
	deliveries: Type.Integer({ description: 'Made since then.' }),
	succeeded: Type.Integer(),
	failed: Type.Integer({ description: 'Given up.' }),
	pending: Type.Integer({ description: 'Waiting for an attempt, or under way.' }),
	successRate: Nullable(
		Type.Number({
			minimum: 0,
			maximum: 1,
			description: 'Of the deliveries that succeeded or failed; null: none did.',
		}),
	),
	responseTimeP95: Nullable(
		Type.Integer({
			description:
				'Milliseconds within which 95 of 100 attempts were answered, of the latest 500 deliveries; null: none was.',
		}),
	),
	oldestPendingAt: NullableTimestamp,
	lastSuccessAt: NullableTimestamp,
	lastFailureAt: NullableTimestamp,
});

/** Without a body the gateway makes the secret. */
const bodyIsOptional: preValidationHookHandler = (request, _reply, done) => {
	if (request.body === undefined) request.body = {};
	done();
};

/** What keeps a webhook going: its health, and a new secret (additions). */
export const webhookMaintenanceRoutes: Routes = (app, { store, clock, newId, entropy }) => {
	app.get(
		'/v1/webhooks/:webhookId/health',
		{
			config: { access: 'webhooks:read' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'getWebhookHealth',
				summary: 'Tell how deliveries went in the last 24 hours',
				params: OneWebhook,
				response: { 200: Data(Health), ...errorResponses('webhook_not_found') },
			},
		},
		async (request) => {
			const webhook = await webhookOrThrow(store.read, request.params.webhookId);
			const health = await webhookHealth(store.read, webhook, clock.now());
			return {
				success: true,
				data: {
					...health,
					since: timestamp(health.since),
					oldestPendingAt: timestampOrNull(health.oldestPendingAt),
					lastSuccessAt: timestampOrNull(health.lastSuccessAt),
					lastFailureAt: timestampOrNull(health.lastFailureAt),
				},
			};
		},
	);

	app.post(
		'/v1/webhooks/:webhookId/rotate-secret',
		{
			config: { access: 'webhooks:write' },
			preValidation: bodyIsOptional,
			schema: {
				tags,
				...EXTENSION,
				operationId: 'rotateWebhookSecret',
				summary: 'Give a webhook a new secret; for 24 hours the one before signs too',
				params: OneWebhook,
				body: RotateBody,
				response: { 200: Data(Webhook), ...errorResponses(...BODY_ERRORS, 'webhook_not_found') },
			},
		},
		async (request) => {
			const { webhookId } = request.params;
			const secret = request.body.secret ?? makeWebhookSecret(entropy);
			const who = { actor: callerOf(request).actor, at: clock.now() };
			const row = await store.commit(async ({ db }) => {
				const rotated = await rotateSecret(db, webhookId, secret, who.at);
				await recordAudit(db, newId, who, { action: 'webhook.secret_rotated', target: rotated.id });
				return rotated;
			});
			return { success: true, data: webhookView(row, who.at) };
		},
	);
	return Promise.resolve();
};
