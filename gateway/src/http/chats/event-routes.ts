import { timestamp } from '../../domain/clock.ts';
import type { EventId } from '../../domain/ids.ts';
import { parseDate } from '../../domain/parse-date.ts';
import { namedInstanceOrThrow } from '../../instances/find-instance.ts';
import { listIdsOfPerson } from '../../store/chats/person-ids.ts';
import { listEvents } from '../../store/events/event-log.ts';
import type { EventTable } from '../../store/schema.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { CursorPage } from '../server/schemas/responses.ts';
import { ChatEvent, ChatEventsQuery } from './event-schema.ts';
import { OneChat } from './schema.ts';

/** The events of a chat, as webhooks receive them (an addition). */
export const chatEventRoutes: Routes<'store'> = (app, { store }) => {
	const defineRoute = routeDefiner(app, { tag: 'Messages', extension: true });

	defineRoute({
		method: 'GET',
		url: '/v1/chats/:chatId/events',
		access: 'messages:read',
		concerns: 'instance in query',
		operationId: 'listChatEvents',
		summary: 'List the events of a chat, newest first',
		description:
			'The gateway stores events also without a webhook, until their retention ends. It reads at most 10,000 events for a page: a page may contain few events of the chat or none, and hasMore can still be true.',
		params: OneChat,
		querystring: ChatEventsQuery,
		response: CursorPage(ChatEvent),
		errors: ['invalid_instance'],
		handler: async ({ params, query: { instanceId, kind, from, to, limit = 50, before } }) => {
			const { id } = await namedInstanceOrThrow(store.read, instanceId);
			const filter = {
				kind,
				instanceId: id,
				// Events from before the network revealed that two ids are of one person contain the earlier id.
				chatIds: await listIdsOfPerson(store.read, id, params.chatId),
				from: from === undefined ? undefined : parseDate('from', from),
				to: to === undefined ? undefined : parseDate('to', to),
				before: before as EventId | undefined,
			};
			const { events, nextCursor } = await listEvents(store.read, filter, limit);
			const pagination = { hasMore: nextCursor !== null, nextCursor };
			return { success: true, data: events.map(chatEventView), pagination };
		},
	});
	return Promise.resolve();
};

function chatEventView({ id, kind, created_at: createdAt, body }: EventTable) {
	return {
		eventId: id,
		kind,
		at: timestamp(createdAt),
		payload: JSON.parse(body) as Record<string, unknown>,
	};
}
