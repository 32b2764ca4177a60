import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import { chatIdOf } from '../../domain/phone.ts';
import { namedInstanceOrThrow } from '../../instances/find.ts';
import { findMessageInChat, listHistory } from '../../store/messages/history.ts';
import type { Routes } from '../server/dependencies.ts';
import { EXTENSION, IdOf } from '../server/fields.ts';
import { HistoryPage, HistoryQuery, MessageDetail } from './schema.ts';
import { Data, errorResponses } from '../server/responses.ts';
import { historyItem, messageDetail } from './view.ts';

export const historyRoutes: Routes = (app, { store }) => {
	app.get(
		'/v1/messages',
		{
			config: { access: 'messages:read' },
			schema: {
				tags: ['Messages'],
				operationId: 'listMessages',
				summary: 'Read the message history, newest first',
				querystring: HistoryQuery,
				response: {
					200: HistoryPage,
					...errorResponses('invalid_parameters', 'invalid_phone_number', 'invalid_instance'),
				},
			},
		},
		async (request) => {
			const { instanceId, phone, limit = 50, before = null, after = null } = request.query;
			if (phone !== undefined && request.query.chatId !== undefined) {
				throw new GatewayError('invalid_parameters', 'Give "chatId" or "phone", not both.');
			}
			const { id } = await namedInstanceOrThrow(store.read, instanceId);
			const chatId = phone === undefined ? (request.query.chatId ?? null) : chatIdOf(phone);
			// One more than asked for tells whether there is a next page.
			const rows = await listHistory(store.read, id, { chatId, before, after, limit: limit + 1 });
			const hasMore = rows.length > limit;
			const page = rows.slice(0, limit);
			return {
				success: true,
				data: page.map(historyItem),
				pagination: { hasMore, nextCursor: hasMore ? (page.at(-1)?.id ?? null) : null },
			};
		},
	);

	app.get(
		'/v1/messages/:messageId',
		{
			config: { access: 'messages:read' },
			schema: {
				tags: ['Messages'],
				...EXTENSION,
				operationId: 'getMessage',
				summary: 'Get one message in full, sent or received, with when it came how far',
				params: Type.Object({ messageId: IdOf('msg', 'The message.') }),
				response: { 200: Data(MessageDetail), ...errorResponses('message_not_found') },
			},
		},
		async (request) => {
			const message = await findMessageInChat(store.read, request.params.messageId);
			if (message !== undefined) return { success: true, data: messageDetail(message) };
			throw new GatewayError(
				'message_not_found',
				'There is no message with this id. List those of an instance with GET /v1/messages.',
			);
		},
	);
	return Promise.resolve();
};
