import { Type } from 'typebox';
import { checkWebhookUrl } from '../../webhooks/webhook-url.ts';
import { changeInstance } from '../../instances/change-instance.ts';
import { deleteInstance } from '../../instances/delete-instance.ts';
import { disconnectInstance } from '../../instances/disconnect-instance.ts';
import { instanceWithWebhookOrThrow } from '../../instances/find.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { makeWebhookSecret } from '../../webhooks/secret.ts';
import type { Routes } from '../server/dependencies.ts';
import { callerOf } from '../server/authentication.ts';
import { EXTENSION, IdOf } from '../server/fields.ts';
import { Instance, UpdatedInstance, UpdateInstanceBody } from './schema.ts';
import { BODY_ERRORS, Data, errorResponses } from '../server/responses.ts';
import { instanceListItem, instanceView } from './view.ts';

const tags = ['Instances'];
const OneInstance = Type.Object({ instanceId: IdOf('inst', 'The instance.') });

export const instanceChangeRoutes: Routes = (app, dependencies) => {
	const { store, clock, newId, entropy, connections, guard, media } = dependencies;
	app.patch(
		'/v1/instances/:instanceId',
		{
			config: { access: 'instances:write' },
			schema: {
				tags,
				operationId: 'updateInstance',
				summary: 'Change an instance; what is absent stays as it is',
				params: OneInstance,
				body: UpdateInstanceBody,
				response: {
					200: Data(UpdatedInstance),
					...errorResponses(
						...BODY_ERRORS,
						'instance_not_found',
						'invalid_webhook_url',
						'invalid_webhook_events',
					),
				},
			},
		},
		async (request) => {
			const { body, params } = request;
			if (typeof body.webhookUrl === 'string') await checkWebhookUrl(guard, body.webhookUrl);
			const now = clock.now();
			const terms = { webhookSecret: makeWebhookSecret(entropy), now };
			const id = await store.commit(async (scope) => {
				const changed = await changeInstance(scope, newId, params.instanceId, body, terms);
				const act = { action: 'instance.updated' as const, target: changed, details: body };
				await recordAudit(scope.db, newId, { actor: callerOf(request).actor, at: now }, act);
				return changed;
			});
			const row = await instanceWithWebhookOrThrow(store.read, id);
			const { name, webhookUrl, settings } = instanceListItem(row);
			return { success: true, data: { id, name, webhookUrl, settings } };
		},
	);

	app.post(
		'/v1/instances/:instanceId/disconnect',
		{
			config: { access: 'instances:write', requiresLease: true },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'disconnectInstance',
				summary: 'End the connection of an instance; connecting again needs a new scan',
				params: OneInstance,
				response: {
					200: Data(Instance),
					...errorResponses(...BODY_ERRORS, 'instance_not_found', 'instance_disconnected'),
				},
			},
		},
		async (request) => {
			const { instanceId } = request.params;
			const who = { actor: callerOf(request).actor, at: clock.now() };
			const act = { action: 'instance.disconnected' as const, target: instanceId };
			const { id } = await disconnectInstance(store, connections, instanceId, ({ db }) =>
				recordAudit(db, newId, who, act),
			);
			return { success: true, data: instanceView(await instanceWithWebhookOrThrow(store.read, id)) };
		},
	);

	app.delete(
		'/v1/instances/:instanceId',
		{
			config: { access: 'instances:write', requiresLease: true },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'deleteInstance',
				summary: 'Disconnect an instance and delete it with its messages, media, chats and webhooks',
				params: OneInstance,
				response: {
					200: Type.Object({ success: Type.Boolean(), message: Type.String() }),
					...errorResponses('csrf_token_required', 'instance_not_found'),
				},
			},
		},
		async (request) => {
			const { instanceId } = request.params;
			const who = { actor: callerOf(request).actor, at: clock.now() };
			const { id, name } = await deleteInstance(store, connections, instanceId, (instance) => {
				const act = {
					action: 'instance.deleted' as const,
					target: instance.id,
					details: { name: instance.name },
				};
				return ({ db }) => recordAudit(db, newId, who, act);
			});
			await media.folder.removeOwner(id).catch((error: unknown) => {
				request.log.warn({ err: error }, 'media of a deleted instance stay until the next start');
			});
			return { success: true, message: `The instance "${name}" was deleted.` };
		},
	);
	return Promise.resolve();
};
