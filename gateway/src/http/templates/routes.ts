import { Type } from 'typebox';
import type { NetworkTemplate } from '../../domain/template.ts';
import { officialConnectionOrThrow } from '../../instances/find.ts';
import { checkTemplate } from '../../outbound/check-template.ts';
import { templateOf } from '../../outbound/template-request.ts';
import type { Routes } from '../server/dependencies.ts';
import {
	IDEMPOTENCY_ERRORS,
	IdempotencyHeaders,
	markReplayed,
	idempotentRequestOf,
} from '../messages/idempotency.ts';
import { EXTENSION } from '../server/fields.ts';
import { BODY_ERRORS, Data, errorResponses } from '../server/responses.ts';
import { ListTemplatesQuery, SendTemplateBody, SendTemplateResponse, Template } from './schema.ts';

export const templateRoutes: Routes = (app, dependencies) => {
	const { store, connections, enqueueMessage } = dependencies;
	app.post(
		'/v1/messages/template',
		{
			config: { access: 'messages:write', requiresLease: true },
			schema: {
				tags: ['Messages'],
				operationId: 'sendTemplate',
				summary: 'Queue a template message, from an instance connected through the official API',
				headers: IdempotencyHeaders,
				body: SendTemplateBody,
				response: {
					202: SendTemplateResponse,
					...errorResponses(
						...BODY_ERRORS,
						'invalid_instance',
						'instance_disconnected',
						'invalid_phone_number',
						'insufficient_credits',
						'official_api_required',
						'template_not_found',
						'template_not_approved',
						'invalid_template_params',
						...IDEMPOTENCY_ERRORS,
					),
				},
			},
		},
		async (request, reply) => {
			const { instanceId, to } = request.body;
			const template = templateOf(request.body.template);
			const accepted = await enqueueMessage(idempotentRequestOf(request, request.headers), async () => ({
				instanceId,
				to,
				type: 'text' as const,
				content: await checkTemplate(store.read, connections, instanceId, template),
				quotedMessageId: null,
				metadata: null,
				media: null,
				template,
			}));
			markReplayed(reply, accepted.replayed);
			reply.code(202);
			return { success: true, messageId: accepted.messageId, status: 'queued' as const };
		},
	);

	app.get(
		'/v1/templates',
		{
			config: { access: 'messages:read', requiresLease: true },
			schema: {
				tags: ['Messages'],
				...EXTENSION,
				operationId: 'listTemplates',
				summary: 'List the templates of an instance that is connected through the official API',
				querystring: ListTemplatesQuery,
				response: {
					200: Data(Type.Array(Template, { description: 'By name, then by language.' })),
					...errorResponses(
						'invalid_parameters',
						'invalid_instance',
						'instance_disconnected',
						'official_api_required',
					),
				},
			},
		},
		async (request) => {
			const { instanceId } = request.query;
			const connection = await officialConnectionOrThrow(store.read, connections, instanceId);
			const templates = await connection.listTemplates();
			return { success: true, data: templates.toSorted(byNameAndLanguage) };
		},
	);
	return Promise.resolve();
};

function byNameAndLanguage(a: NetworkTemplate, b: NetworkTemplate): number {
	return a.name.localeCompare(b.name, 'en') || a.language.localeCompare(b.language, 'en');
}
