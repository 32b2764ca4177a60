import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import { chatIdOf } from '../../domain/phone.ts';
import { namedInstanceOrThrow } from '../../instances/find-instance.ts';
import { currentIdOf } from '../../store/chats/person-ids.ts';
import { listEdits } from '../../store/messages/edits.ts';
import { findMessageInChat, listHistory } from '../../store/messages/history.ts';
import { readResponses } from '../../store/messages/message-responses.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { IdOf } from '../server/schemas/fields.ts';
import { CursorPage, cursorPage } from '../server/schemas/responses.ts';
import { HistoryItem, HistoryQuery, MessageDetail } from './schema.ts';
import { historyItem, messageDetail } from './view.ts';

export const historyRoutes: Routes<'store'> = (app, { store }) => {
	const defineRoute = routeDefiner(app, { tag: 'Messages' });

	defineRoute({
		method: 'GET',
		url: '/v1/messages',
		access: 'messages:read',
		concerns: 'instance in query',
		operationId: 'listMessages',
		summary: 'Read the message history, newest first',
		querystring: HistoryQuery,
		response: CursorPage(HistoryItem),
		errors: ['invalid_phone_number', 'invalid_instance'],
		handler: async ({ query }) => {
			const { instanceId, phone, limit = 50, before = null, after = null, scheduled = false } = query;
			if (phone !== undefined && query.chatId !== undefined) {
				throw new GatewayError('invalid_parameters', 'Give "chatId" or "phone", not both.');
			}
			const { id } = await namedInstanceOrThrow(store.read, instanceId);
			const chat = phone === undefined ? query.chatId : chatIdOf(phone);
			const chatId = chat === undefined ? null : await currentIdOf(store.read, id, chat);
			const page = { chatId, scheduled, before, after, limit: limit + 1 };
			const rows = await listHistory(store.read, id, page);
			const responsesTo = await readResponses(store.read, rows);
			return cursorPage(
				rows,
				limit,
				(row) => historyItem(row, responsesTo(row)),
				(row) => row.id,
			);
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/messages/:messageId',
		access: 'messages:read',
		concerns: 'message in path',
		extension: true,
		operationId: 'getMessage',
		summary: 'Get one message in full, sent or received, with the times of its statuses',
		params: Type.Object({ messageId: IdOf('msg', 'The message.') }),
		data: MessageDetail,
		errors: ['message_not_found'],
		handler: async ({ params }) => {
			const message = await findMessageInChat(store.read, params.messageId);
			if (message === undefined) {
				throw new GatewayError(
					'message_not_found',
					'There is no message with this id. List those of an instance with GET /v1/messages.',
				);
			}
			const responsesTo = await readResponses(store.read, [message]);
			const edits = message.edited_at === null ? [] : await listEdits(store.read, message.id);
			return messageDetail(message, responsesTo(message), edits);
		},
	});
	return Promise.resolve();
};
