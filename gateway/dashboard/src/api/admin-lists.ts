import type { AuditEntry, StoredEvent } from './types.ts';
import { request } from './request.ts';
import type { CursorPage, EventKind } from './types.ts';
import type { ListPage } from './use-pages.ts';

const ON_A_PAGE = 100;

export interface EventsFilter {
	kind: EventKind | '';
	instanceId: string;
}

export function listEvents(filter: EventsFilter, before: string | null, signal: AbortSignal) {
	return page<StoredEvent>('/admin/v1/events', { ...filter, before: before ?? undefined }, signal);
}

export function listAudit(before: string | null, signal: AbortSignal) {
	return page<AuditEntry>('/admin/v1/audit', { before: before ?? undefined }, signal);
}

async function page<T>(
	path: string,
	query: Record<string, string | undefined>,
	signal: AbortSignal,
): Promise<ListPage<T>> {
	const answer = await request<CursorPage<T>>('GET', path, {
		query: { ...query, limit: String(ON_A_PAGE) },
		signal,
	});
	return { items: answer.data, next: answer.pagination.hasMore ? answer.pagination.nextCursor : null };
}
