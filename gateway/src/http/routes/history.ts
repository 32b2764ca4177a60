import { GatewayError } from '../../domain/error.ts';
import { chatIdOf } from '../../domain/phone.ts';
import { namedInstanceOrThrow } from '../../instances/find.ts';
import { listHistory } from '../../store/history.ts';
import type { Routes } from '../dependencies.ts';
import { HistoryPage, HistoryQuery } from '../schemas/history.ts';
import { errorResponses } from '../schemas/responses.ts';
import { historyItem } from '../views/history.ts';

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
	return Promise.resolve();
};
