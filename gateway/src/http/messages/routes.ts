import { Type } from 'typebox';
import { timestamp } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import { METADATA_LIMIT } from '../../domain/message.ts';
import { sendingInstanceOrThrow } from '../../outbound/enqueue-messages.ts';
import { checkMedia } from '../../outbound/check-media.ts';
import { contentOf, mediaDescription, type MessageContent } from '../../outbound/message-content.ts';
import { findMessage } from '../../store/messages/messages.ts';
import type { Routes } from '../server/dependencies.ts';
import { IDEMPOTENCY_ERRORS, IdempotencyHeaders, markReplayed, idempotentRequestOf } from './idempotency.ts';
import { IdOf } from '../server/fields.ts';
import { MessageStatusRecord, SendMessageBody, SendMessageResponse } from './schema.ts';
import { BODY_ERRORS, Data, errorResponses } from '../server/responses.ts';
import { messageStatusView } from './view.ts';

const tags = ['Messages'];

export const messageRoutes: Routes = (app, dependencies) => {
	const { store, media, enqueueMessage } = dependencies;

	/** The part of a message that its content decides; a file is checked at its server before that. */
	async function preparedContent(instanceId: string, content: MessageContent) {
		if (content.kind === 'text') return { type: 'text' as const, content: content.text, media: null };
		// Before any other server is asked for a file.
		await sendingInstanceOrThrow(store.read, instanceId);
		const checked = await checkMedia(store.read, media.remote, content);
		const description = mediaDescription(content.mediaType, checked);
		return { type: content.mediaType, content: description, media: checked };
	}

	app.post(
		'/v1/messages/send',
		{
			config: { access: 'messages:write' },
			schema: {
				tags,
				operationId: 'sendMessage',
				summary: 'Queue a message; what becomes of it is told by its status and by events',
				headers: IdempotencyHeaders,
				body: SendMessageBody,
				response: {
					202: SendMessageResponse,
					...errorResponses(
						...BODY_ERRORS,
						'invalid_instance',
						'instance_disconnected',
						'official_api_instance',
						'invalid_phone_number',
						'insufficient_credits',
						'invalid_media_url',
						'media_too_large',
						'media_download_failed',
						...IDEMPOTENCY_ERRORS,
					),
				},
			},
		},
		async (request, reply) => {
			const { instanceId, to, quotedMessageId = null, metadata = null } = request.body;
			refuseLargeMetadata(metadata);
			const content = contentOf(request.body);
			const accepted = await enqueueMessage(idempotentRequestOf(request, request.headers), async () => ({
				instanceId,
				to,
				...(await preparedContent(instanceId, content)),
				quotedMessageId,
				metadata,
				template: null,
			}));
			markReplayed(reply, accepted.replayed);
			reply.code(202);
			return {
				success: true,
				messageId: accepted.messageId,
				status: 'queued' as const,
				timestamp: timestamp(accepted.at),
			};
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
