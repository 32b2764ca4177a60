import { timestamp } from '../../domain/clock.ts';
import { callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import {
	IDEMPOTENCY_ERRORS,
	IdempotencyHeaders,
	idempotentRequestOf,
	markReplayed,
} from '../server/requests/idempotency.ts';
import {
	DeletedMessage,
	DeleteQuery,
	EditBody,
	EditedMessage,
	ForwardBody,
	OneMessage,
	Reaction,
	ReactionBody,
} from './change-schema.ts';
import { SendMessageResponse } from './schema.ts';
import { sendMessageResponse } from './view.ts';

/** The error codes of a change of a stored message at the network. */
const CHANGE_ERRORS = [
	'message_not_found',
	'message_deleted',
	'message_not_sent',
	'instance_disconnected',
	'invalid_parameters',
] as const;

export const messageChangeRoutes: Routes<'messageChanges'> = (app, { messageChanges }) => {
	const defineRoute = routeDefiner(app, {
		tag: 'Messages',
		access: 'messages:write',
		concerns: 'message in path',
		extension: true,
	});
	const config = { requiresLease: true } as const;

	defineRoute({
		method: 'DELETE',
		url: '/v1/messages/:messageId',
		config,
		operationId: 'deleteMessage',
		summary: 'Cancel a message that is not sent yet, or delete a sent one for everyone',
		description:
			'The gateway either cancels or sends a scheduled or queued message, never both: where the network may have it already, the response is message_being_sent.',
		params: OneMessage,
		querystring: DeleteQuery,
		data: DeletedMessage,
		errors: [
			...CHANGE_ERRORS,
			'not_own_message',
			'message_being_sent',
			'message_already_sent',
			'message_too_old',
			'official_api_instance',
		],
		handler: async ({ params: { messageId }, query: { onlyUnsent = false } }) => ({
			messageId,
			outcome: await messageChanges.remove(messageId, { onlyUnsent }),
		}),
	});

	defineRoute({
		method: 'PATCH',
		url: '/v1/messages/:messageId',
		config,
		operationId: 'editMessage',
		summary: 'Edit a sent text',
		description: 'The network allows it for some minutes only.',
		params: OneMessage,
		body: EditBody,
		data: EditedMessage,
		errors: [...CHANGE_ERRORS, 'not_own_message', 'message_too_old', 'official_api_instance'],
		handler: async ({ params, body: { message } }) => {
			const { messageId, at } = await messageChanges.edit(params.messageId, message);
			return { messageId, content: message, editedAt: timestamp(at) };
		},
	});

	defineRoute({
		method: 'PUT',
		url: '/v1/messages/:messageId/reaction',
		config,
		operationId: 'reactToMessage',
		summary: 'React to a message of either side with an emoji',
		params: OneMessage,
		body: ReactionBody,
		data: Reaction,
		errors: CHANGE_ERRORS,
		handler: ({ params, body: { emoji } }) => messageChanges.react(params.messageId, emoji),
	});

	defineRoute({
		method: 'DELETE',
		url: '/v1/messages/:messageId/reaction',
		config,
		operationId: 'takeBackReaction',
		summary: 'Remove the reaction to a message',
		params: OneMessage,
		data: Reaction,
		errors: CHANGE_ERRORS,
		handler: ({ params }) => messageChanges.react(params.messageId, null),
	});

	defineRoute({
		method: 'POST',
		url: '/v1/messages/:messageId/forward',
		operationId: 'forwardMessage',
		summary: 'Queue the content of a message for another chat, marked as forwarded',
		params: OneMessage,
		headers: IdempotencyHeaders,
		body: ForwardBody,
		status: 202,
		response: SendMessageResponse,
		errors: [
			...CHANGE_ERRORS,
			'invalid_instance',
			'invalid_phone_number',
			'official_api_instance',
			'insufficient_credits',
			'chat_taken',
			...IDEMPOTENCY_ERRORS,
		],
		handler: async (request, reply) => {
			const forward = { fields: request.body, request: idempotentRequestOf(request) };
			const accepted = await messageChanges.forward(callerOf(request), request.params.messageId, forward);
			markReplayed(reply, accepted);
			return sendMessageResponse(accepted);
		},
	});
	return Promise.resolve();
};
