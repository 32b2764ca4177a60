import { ApiError } from './api-error.ts';
import { nextId } from './next-id.ts';
import { request, requestData } from './request.ts';
import type { AuditEntry, CursorPage, EventKind, StoredEvent } from './types.ts';
import type { ListPage } from './hooks/use-pages.ts';

const PAGE_SIZE = 100;

export interface EventsFilter {
	kind: EventKind | '';
	instanceId: string;
}

/** Maximum number of pages without a matching event that are read before the list is shown as empty. */
const MAX_EMPTY_PAGES = 5;

/** Matching events, newest first. The gateway scans some thousands of events a request, so a page may be empty. */
export async function listEvents(
	filter: EventsFilter,
	before: string | null,
	signal: AbortSignal,
): Promise<ListPage<StoredEvent>> {
	let page: ListPage<StoredEvent> = { items: [], next: before };
	for (let tries = 0; tries < MAX_EMPTY_PAGES; tries += 1) {
		const query = { ...filter, before: page.next ?? undefined };
		page = await listPage<StoredEvent>('/admin/v1/events', query, signal);
		if (page.items.length > 0 || page.next === null) break;
	}
	return page;
}

/** Returns one event. The log is a list only, so the event is the first of those before the id that follows on it. */
export async function getEvent(eventId: string, signal: AbortSignal): Promise<StoredEvent> {
	const query = { before: nextId(eventId), limit: 1 };
	const [event] = await requestData<StoredEvent[]>('GET', '/admin/v1/events', { query, signal });
	if (event?.eventId === eventId) return event;
	const message = 'There is no such event. It may have been removed at the end of its retention.';
	throw new ApiError(404, 'event_not_found', message);
}

export function listAudit(before: string | null, signal: AbortSignal) {
	return listPage<AuditEntry>('/admin/v1/audit', { before: before ?? undefined }, signal);
}

async function listPage<T>(
	path: string,
	query: Record<string, string | undefined>,
	signal: AbortSignal,
): Promise<ListPage<T>> {
	const { data, pagination } = await request<CursorPage<T>>('GET', path, {
		query: { ...query, limit: String(PAGE_SIZE) },
		signal,
	});
	return { items: data, next: pagination.hasMore ? pagination.nextCursor : null };
}
