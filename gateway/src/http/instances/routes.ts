import { createInstance } from '../../instances/create-instance.ts';
import { deleteInstance } from '../../instances/delete-instance.ts';
import { instanceWithWebhookOrThrow } from '../../instances/find-instance.ts';
import { updateInstance } from '../../instances/update-instance.ts';
import { listInstances } from '../../store/instances/instances.ts';
import type { InstanceWithWebhook } from '../../store/instances/instances.ts';
import { actorOf, callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import {
	CREATION_ERRORS,
	IdempotencyHeaders,
	idempotentRequestOf,
	markReplayed,
} from '../server/requests/idempotency.ts';
import { Deleted, offsetPage, Page } from '../server/schemas/responses.ts';
import {
	CreateInstanceBody,
	Instance,
	InstanceListItem,
	ListInstancesQuery,
	OneInstance,
	UpdatedInstance,
	UpdateInstanceBody,
} from './schema.ts';
import { instanceListItem, instanceView } from './view.ts';

type Used = 'store' | 'clock' | 'newId' | 'entropy' | 'guard' | 'plan' | 'connections' | 'media' | 'sealer';

export const instanceRoutes: Routes<Used> = (app, deps) => {
	const { store, media, sealer } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Instances' });

	defineRoute({
		method: 'POST',
		url: '/v1/instances',
		access: 'instances:write',
		concerns: 'all instances',
		operationId: 'createInstance',
		summary: 'Create an instance',
		description:
			'A webhookUrl that receives events of messages, as it does without webhookEvents, also needs the scope messages:read. A key that is limited to instances cannot create instances.',
		headers: IdempotencyHeaders,
		body: CreateInstanceBody,
		status: 201,
		data: Instance,
		errors: [
			'instance_limit_reached',
			'invalid_webhook_url',
			'invalid_webhook_events',
			'instance_not_found',
			...CREATION_ERRORS,
		],
		handler: async (request, reply) => {
			const caller = callerOf(request);
			const created = await createInstance(deps, request.body, caller, idempotentRequestOf(request));
			markReplayed(reply, created);
			return instanceView(created.row, caller, sealer);
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/instances',
		access: 'instances:read',
		concerns: 'visible instances',
		operationId: 'listInstances',
		summary: 'List instances, newest first',
		querystring: ListInstancesQuery,
		response: Page(InstanceListItem),
		handler: async (request) => {
			const { query } = request;
			const { limit = 50, offset = 0 } = query;
			const status = query.status === undefined || query.status === 'all' ? null : query.status;
			const { instances, total } = await listInstances(store.read, {
				visible: callerOf(request).instanceIds,
				status,
				limit,
				offset,
			});
			const item = (row: InstanceWithWebhook) => instanceListItem(row, callerOf(request), sealer);
			return offsetPage(instances, item, { total, limit, offset });
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/instances/:instanceId',
		access: 'instances:read',
		concerns: 'instance in path',
		operationId: 'getInstance',
		summary: 'Get an instance',
		params: OneInstance,
		data: Instance,
		errors: ['instance_not_found'],
		handler: async (request) => {
			const instance = await instanceWithWebhookOrThrow(store.read, request.params.instanceId);
			return instanceView(instance, callerOf(request), sealer);
		},
	});

	defineRoute({
		method: 'PATCH',
		url: '/v1/instances/:instanceId',
		access: 'instances:write',
		concerns: 'instance in path',
		// The gateway that has the connection reopens it through the new proxy.
		config: { requiresLease: true },
		operationId: 'updateInstance',
		summary: 'Change an instance; absent fields stay unchanged',
		description:
			'A webhookUrl for events of messages, or webhookEvents of messages, need the scope messages:read too.',
		params: OneInstance,
		body: UpdateInstanceBody,
		data: UpdatedInstance,
		errors: ['instance_not_found', 'invalid_webhook_url', 'invalid_webhook_events'],
		handler: async (request) => {
			const { params, body } = request;
			const caller = callerOf(request);
			const instance = await updateInstance(deps, params.instanceId, body, caller);
			return instanceListItem(instance, caller, sealer);
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/v1/instances/:instanceId',
		access: 'instances:write',
		concerns: 'instance in path',
		extension: true,
		config: { requiresLease: true },
		operationId: 'deleteInstance',
		summary: 'Disconnect an instance and delete it with its messages, media, chats and webhooks',
		params: OneInstance,
		response: Deleted,
		errors: ['instance_not_found'],
		handler: async (request) => {
			const { params, log } = request;
			const parts = { ...deps, folder: media.folder, log };
			const { name } = await deleteInstance(parts, params.instanceId, actorOf(request));
			return { success: true, message: `The instance "${name}" was deleted.` };
		},
	});
	return Promise.resolve();
};
