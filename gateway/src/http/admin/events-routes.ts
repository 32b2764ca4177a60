import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import type { AuditId, EventId } from '../../domain/ids.ts';
import { listAudit } from '../../store/access/audit-log.ts';
import { listDeliveriesOfEvents } from '../../store/webhooks/delivery-list.ts';
import { findEventsOfMessage, listEvents } from '../../store/events/event-log.ts';
import { findMessage } from '../../store/messages/messages.ts';
import type { Routes } from '../server/dependencies.ts';
import { AuditEntry, AuditQuery, EventsQuery, LoggedEvent, TimelineStep } from './events-schema.ts';
import { EXTENSION, IdOf } from '../server/fields.ts';
import { CursorPage, cursorPage, Data, errorResponsesOfOwner } from '../server/responses.ts';
import { auditEntryView, loggedEventView, timelineOf } from './events-view.ts';

const tags = ['Owner'];

/** What happened: to messages and instances, to one message, and who changed what (additions). */
export const adminEventRoutes: Routes = (app, { store }) => {
	app.get(
		'/admin/v1/events',
		{
			config: { access: 'owner' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'listEvents',
				summary: 'List events, newest first',
				description:
					'A page looks at 10,000 events at most: with a filter it may hold few, or none, and hasMore be true all the same.',
				querystring: EventsQuery,
				response: { 200: CursorPage(LoggedEvent), ...errorResponsesOfOwner('invalid_parameters') },
			},
		},
		async (request) => {
			const { limit = 50, before, ...filter } = request.query;
			const cursor = before as EventId | undefined;
			const { events, nextCursor } = await listEvents(store.read, { ...filter, before: cursor }, limit);
			return {
				success: true,
				data: events.map(loggedEventView),
				pagination: { hasMore: nextCursor !== null, nextCursor },
			};
		},
	);

	app.get(
		'/admin/v1/messages/:messageId/timeline',
		{
			config: { access: 'owner' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'getMessageTimeline',
				summary: 'Tell what a message went through, and what became of the webhooks of each step',
				params: Type.Object({ messageId: IdOf('msg', 'The message.') }),
				response: { 200: Data(Type.Array(TimelineStep)), ...errorResponsesOfOwner('message_not_found') },
			},
		},
		async (request) => {
			const message = await findMessage(store.read, request.params.messageId);
			if (message === undefined) {
				throw new GatewayError('message_not_found', 'There is no message with this id.');
			}
			const events = await findEventsOfMessage(store.read, message);
			const deliveries = await listDeliveriesOfEvents(
				store.read,
				events.map(({ id }) => id),
			);
			return { success: true, data: timelineOf(message, events, deliveries) };
		},
	);

	app.get(
		'/admin/v1/audit',
		{
			config: { access: 'owner' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'listAudit',
				summary: 'List who changed what, newest first',
				querystring: AuditQuery,
				response: { 200: CursorPage(AuditEntry), ...errorResponsesOfOwner('invalid_parameters') },
			},
		},
		async (request) => {
			const { limit = 50, before } = request.query;
			const rows = await listAudit(store.read, limit + 1, before as AuditId | undefined);
			return cursorPage(rows, limit, auditEntryView, ({ id }) => id);
		},
	);
	return Promise.resolve();
};
