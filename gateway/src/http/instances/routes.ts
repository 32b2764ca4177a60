import { createInstance } from '../../instances/create-instance.ts';
import { deleteInstance } from '../../instances/delete-instance.ts';
import { instanceWithWebhookOrThrow } from '../../instances/find.ts';
import { updateInstance } from '../../instances/update-instance.ts';
import { listInstances } from '../../store/instances/instances.ts';
import { actorOf } from '../server/authentication.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { Deleted, offsetPage, Page } from '../server/responses.ts';
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
		operationId: 'createInstance',
		summary: 'Create an instance',
		body: CreateInstanceBody,
		status: 201,
		data: Instance,
		errors: ['instance_limit_reached', 'invalid_webhook_url', 'invalid_webhook_events'],
		handler: async (request) =>
			instanceView(await createInstance(deps, request.body, actorOf(request)), sealer),
	});

	defineRoute({
		method: 'GET',
		url: '/v1/instances',
		access: 'instances:read',
		operationId: 'listInstances',
		summary: 'List instances, newest first',
		querystring: ListInstancesQuery,
		response: Page(InstanceListItem),
		handler: async ({ query }) => {
			const { limit = 50, offset = 0 } = query;
			const status = query.status === undefined || query.status === 'all' ? null : query.status;
			const { instances, total } = await listInstances(store.read, { status, limit, offset });
			return offsetPage(instances, instanceListItem, { total, limit, offset });
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/instances/:instanceId',
		access: 'instances:read',
		operationId: 'getInstance',
		summary: 'Get an instance',
		params: OneInstance,
		data: Instance,
		errors: ['instance_not_found'],
		handler: async ({ params }) =>
			instanceView(await instanceWithWebhookOrThrow(store.read, params.instanceId), sealer),
	});

	defineRoute({
		method: 'PATCH',
		url: '/v1/instances/:instanceId',
		access: 'instances:write',
		operationId: 'updateInstance',
		summary: 'Change an instance; what is absent stays as it is',
		params: OneInstance,
		body: UpdateInstanceBody,
		data: UpdatedInstance,
		errors: ['instance_not_found', 'invalid_webhook_url', 'invalid_webhook_events'],
		handler: async (request) => {
			const { params, body } = request;
			return instanceListItem(await updateInstance(deps, params.instanceId, body, actorOf(request)));
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/v1/instances/:instanceId',
		access: 'instances:write',
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
