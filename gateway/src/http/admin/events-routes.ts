import { Type } from 'typebox';
import type { AuditId, EventId } from '../../domain/ids.ts';
import { listAudit } from '../../store/access/audit-log.ts';
import { listEvents } from '../../store/events/event-log.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { IdOf } from '../server/schemas/fields.ts';
import { CursorPage, cursorPage } from '../server/schemas/responses.ts';
import { AuditEntry, AuditQuery, EventsQuery, LoggedEvent, TimelineStep } from './events-schema.ts';
import { auditEntryView, loggedEventView } from './events-view.ts';
import { messageTimeline } from './message-timeline.ts';

/** The event log, the timeline of a message, and the audit log (additions). */
export const adminEventRoutes: Routes<'store'> = (app, { store }) => {
	const defineRoute = routeDefiner(app, { tag: 'People', access: 'signed in', extension: true });

	defineRoute({
		method: 'GET',
		url: '/admin/v1/events',
		operationId: 'listEvents',
		summary: 'List events, newest first',
		description:
			'The gateway reads at most 10,000 events for a page: with a filter, a page may contain few events or none, and hasMore can still be true.',
		querystring: EventsQuery,
		response: CursorPage(LoggedEvent),
		handler: async ({ query: { limit = 50, before, ...filter } }) => {
			const cursor = before as EventId | undefined;
			const { events, nextCursor } = await listEvents(store.read, { ...filter, before: cursor }, limit);
			const pagination = { hasMore: nextCursor !== null, nextCursor };
			return { success: true, data: events.map(loggedEventView), pagination };
		},
	});

	defineRoute({
		method: 'GET',
		url: '/admin/v1/messages/:messageId/timeline',
		operationId: 'getMessageTimeline',
		summary: 'Get the steps of a message, each with its webhook deliveries',
		params: Type.Object({ messageId: IdOf('msg', 'The message.') }),
		data: Type.Array(TimelineStep),
		errors: ['message_not_found'],
		handler: ({ params }) => messageTimeline(store.read, params.messageId),
	});

	defineRoute({
		method: 'GET',
		url: '/admin/v1/audit',
		access: 'owner',
		operationId: 'listAudit',
		summary: 'List who changed what, newest first',
		querystring: AuditQuery,
		response: CursorPage(AuditEntry),
		handler: async ({ query: { limit = 50, before } }) => {
			const rows = await listAudit(store.read, limit + 1, before as AuditId | undefined);
			return cursorPage(rows, limit, auditEntryView, ({ id }) => id);
		},
	});
	return Promise.resolve();
};
