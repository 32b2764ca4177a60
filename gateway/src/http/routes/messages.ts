import { Type } from 'typebox';
import { timestamp } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import { METADATA_LIMIT } from '../../domain/message.ts';
import { acceptMessage, type MessageToSend } from '../../outbound/accept-message.ts';
import { findMessage } from '../../store/messages.ts';
import type { Routes } from '../dependencies.ts';
import { IdOf } from '../schemas/fields.ts';
import { MessageStatusRecord, SendMessageBody, SendMessageResponse } from '../schemas/message.ts';
import { BODY_ERRORS, Data, errorResponses } from '../schemas/responses.ts';
import { messageStatusView } from '../views/message.ts';

const tags = ['Messages'];

export const messageRoutes: Routes = (app, { store, clock, newId, credits }) => {
	app.post(
		'/v1/messages/send',
		{
			config: { access: 'messages:write' },
			schema: {
				tags,
				operationId: 'sendMessage',
				summary: 'Queue a message; what becomes of it is told by its status and by events',
				body: SendMessageBody,
				response: {
					202: SendMessageResponse,
					...errorResponses(
						...BODY_ERRORS,
						'invalid_instance',
						'instance_disconnected',
						'invalid_phone_number',
						'insufficient_credits',
					),
				},
			},
		},
		async (request, reply) => {
			const { instanceId, to, message, quotedMessageId = null, metadata = null } = request.body;
			refuseLargeMetadata(metadata);
			const wanted: MessageToSend = {
				instanceId,
				to,
				type: 'text',
				content: message,
				quotedMessageId,
				metadata,
			};
			const now = clock.now();
			const messageId = await store.commit((scope) => acceptMessage(scope, newId, wanted, { now, credits }));
			reply.code(202);
			return { success: true, messageId, status: 'queued' as const, timestamp: timestamp(now) };
		},
	);

	app.get(
		'/v1/messages/:messageId/status',
		{
			config: { access: 'messages:read' },
			schema: {
				tags,
				operationId: 'getMessageStatus',
				summary: 'Get what became of a message',
				params: Type.Object({ messageId: IdOf('msg', 'The message.') }),
				response: { 200: Data(MessageStatusRecord), ...errorResponses('message_not_found') },
			},
		},
		async (request) => {
			const message = await findMessage(store.read, request.params.messageId);
			if (message?.direction !== 'outbound') {
				throw new GatewayError(
					'message_not_found',
					'No message with this id was sent. Use the messageId that sending it returned.',
				);
			}
			return { success: true, data: messageStatusView(message) };
		},
	);
	return Promise.resolve();
};

function refuseLargeMetadata(metadata: Record<string, unknown> | null): void {
	if (metadata === null || Buffer.byteLength(JSON.stringify(metadata)) <= METADATA_LIMIT) return;
	throw new GatewayError(
		'invalid_parameters',
		`"metadata" must be at most ${METADATA_LIMIT} bytes when serialised.`,
	);
}
