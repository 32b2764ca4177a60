import { Type } from 'typebox';
import type { NetworkTemplate } from '../../domain/messages/template.ts';
import { officialConnectionOrThrow } from '../../instances/find-instance.ts';
import { prepareTemplate } from '../../outbound/preparing/prepare-template.ts';
import { callerOf } from '../server/authentication/caller.ts';
import {
	IDEMPOTENCY_ERRORS,
	IdempotencyHeaders,
	markReplayed,
	idempotentRequestOf,
} from '../server/requests/idempotency.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { ListTemplatesQuery, SendTemplateBody, SendTemplateResponse, Template } from './schema.ts';

const config = { requiresLease: true } as const;

export const templateRoutes: Routes<'store' | 'connections' | 'enqueueMessage' | 'media'> = (app, deps) => {
	const { store, connections, enqueueMessage, media } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Messages' });

	defineRoute({
		method: 'POST',
		url: '/v1/messages/template',
		access: 'messages:write',
		concerns: 'instance in body',
		config,
		operationId: 'sendTemplate',
		summary: 'Queue a template message, from an instance connected through the official API',
		headers: IdempotencyHeaders,
		body: SendTemplateBody,
		status: 202,
		response: SendTemplateResponse,
		errors: [
			'invalid_instance',
			'instance_disconnected',
			'invalid_phone_number',
			'insufficient_credits',
			'official_api_required',
			'template_not_found',
			'template_not_approved',
			'invalid_template_params',
			'invalid_media_url',
			'unsupported_media_type',
			'chat_taken',
			...IDEMPOTENCY_ERRORS,
		],
		handler: async (request, reply) => {
			const parts = { db: store.read, connections, media, caller: callerOf(request) };
			const prepare = prepareTemplate(parts, request.body);
			const accepted = await enqueueMessage(idempotentRequestOf(request), prepare);
			markReplayed(reply, accepted);
			return { success: true, messageId: accepted.messageId, status: 'queued' as const };
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/templates',
		access: 'messages:read',
		concerns: 'instance in query',
		extension: true,
		config,
		operationId: 'listTemplates',
		summary: 'List the templates of an instance that is connected through the official API',
		querystring: ListTemplatesQuery,
		data: Type.Array(Template, { description: 'By name, then by language.' }),
		errors: ['invalid_instance', 'instance_disconnected', 'official_api_required'],
		handler: async ({ query }) => {
			const connection = await officialConnectionOrThrow(store.read, connections, query.instanceId);
			return sortedTemplates(await connection.listTemplates());
		},
	});
	return Promise.resolve();
};

function sortedTemplates(templates: readonly NetworkTemplate[]): NetworkTemplate[] {
	return templates.toSorted(
		(a, b) => a.name.localeCompare(b.name, 'en') || a.language.localeCompare(b.language, 'en'),
	);
}
