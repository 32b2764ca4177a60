import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import { prepareMessage } from '../../outbound/preparing/prepare-message.ts';
import { findMessage } from '../../store/messages/messages.ts';
import { callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import {
	IDEMPOTENCY_ERRORS,
	IdempotencyHeaders,
	idempotentRequestOf,
	markReplayed,
} from '../server/requests/idempotency.ts';
import { IdOf } from '../server/schemas/fields.ts';
import { MessageStatusRecord, SendMessageBody, SendMessageResponse } from './schema.ts';
import { messageStatusView, sendMessageResponse } from './view.ts';

export const messageRoutes: Routes<'store' | 'media' | 'enqueueMessage'> = (app, deps) => {
	const { store, media, enqueueMessage } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Messages' });

	defineRoute({
		method: 'POST',
		url: '/v1/messages/send',
		access: 'messages:write',
		concerns: 'instance in body',
		operationId: 'sendMessage',
		summary: 'Queue a message; its status and its events report the outcome',
		headers: IdempotencyHeaders,
		body: SendMessageBody,
		status: 202,
		response: SendMessageResponse,
		errors: [
			'invalid_instance',
			'instance_disconnected',
			'official_api_instance',
			'official_api_required',
			'message_not_found',
			'invalid_phone_number',
			'insufficient_credits',
			'invalid_media_url',
			'media_too_large',
			'media_download_failed',
			'chat_taken',
			...IDEMPOTENCY_ERRORS,
		],
		handler: async (request, reply) => {
			const parts = { db: store.read, media, caller: callerOf(request) };
			const prepare = prepareMessage(parts, request.body);
			const accepted = await enqueueMessage(idempotentRequestOf(request), prepare);
			markReplayed(reply, accepted);
			return sendMessageResponse(accepted);
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/messages/:messageId/status',
		access: 'messages:read',
		concerns: 'message in path',
		operationId: 'getMessageStatus',
		summary: 'Get the status of a sent message',
		params: Type.Object({ messageId: IdOf('msg', 'The message.') }),
		data: MessageStatusRecord,
		errors: ['message_not_found'],
		handler: async ({ params }) => {
			const message = await findMessage(store.read, params.messageId);
			if (message !== undefined) return messageStatusView(message);
			throw new GatewayError(
				'message_not_found',
				'There is no message with this id. Use the messageId that sending it returned, or one of GET /v1/messages.',
			);
		},
	});
	return Promise.resolve();
};
