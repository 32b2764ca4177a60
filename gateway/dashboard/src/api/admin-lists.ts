import type { AuditEntry, StoredEvent } from './types.ts';
import { request } from './request.ts';
import type { CursorPage, EventKind } from './types.ts';
import type { ListPage } from './use-pages.ts';

const ON_A_PAGE = 100;

export interface EventsFilter {
	kind: EventKind | '';
	instanceId: string;
}

/** So many answers without any event that fits are gone through before the reader is shown that there is none. */
const PATIENCE = 5;

/** Events that fit, newest first. The gateway looks at some thousands at a time, so that a page may be empty. */
export async function listEvents(
	filter: EventsFilter,
	before: string | null,
	signal: AbortSignal,
): Promise<ListPage<StoredEvent>> {
	let found: ListPage<StoredEvent> = { items: [], next: before };
	for (let tries = 0; tries < PATIENCE; tries += 1) {
		const query = { ...filter, before: found.next ?? undefined };
		found = await page<StoredEvent>('/admin/v1/events', query, signal);
		if (found.items.length > 0 || found.next === null) break;
	}
	return found;
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
