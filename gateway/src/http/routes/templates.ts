import { checkTemplate } from '../../outbound/check-template.ts';
import { templateOf } from '../../outbound/template-request.ts';
import type { Routes } from '../dependencies.ts';
import { IDEMPOTENCY_ERRORS, IdempotencyHeaders, markReplayed, namedRequestOf } from '../idempotency.ts';
import { BODY_ERRORS, errorResponses } from '../schemas/responses.ts';
import { SendTemplateBody, SendTemplateResponse } from '../schemas/template.ts';

export const templateRoutes: Routes = (app, dependencies) => {
	const { store, connections, acceptMessage } = dependencies;
	app.post(
		'/v1/messages/template',
		{
			config: { access: 'messages:write', drives: true },
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
			const accepted = await acceptMessage(namedRequestOf(request, request.headers), async () => ({
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
	return Promise.resolve();
};
