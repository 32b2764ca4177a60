import { request, requestData } from './request.ts';
import type { Alert, AlertCount, CursorPage, FiringAlerts, SentMail } from './types.ts';
import type { ListPage } from './hooks/use-pages.ts';

const PAGE_SIZE = 50;

export function listFiringAlerts(signal: AbortSignal) {
	return requestData<FiringAlerts>('GET', '/admin/v1/alerts', { signal });
}

export function countAlerts(signal?: AbortSignal) {
	return requestData<AlertCount>('GET', '/admin/v1/alerts/count', { signal });
}

/** Lists the ended alerts, latest end first. */
export async function listPastAlerts(before: string | null, signal: AbortSignal): Promise<ListPage<Alert>> {
	const query = { limit: PAGE_SIZE, before: before ?? undefined };
	const { data, pagination } = await request<CursorPage<Alert>>('GET', '/admin/v1/alerts/past', {
		query,
		signal,
	});
	return { items: data, next: pagination.nextCursor };
}

export function acknowledgeAlert(alertId: string) {
	return requestData<Alert>('POST', `${pathOf(alertId)}/acknowledge`, { body: {} });
}

/** `hours` null: not muted any more. */
export function muteAlert(alertId: string, hours: number | null) {
	return requestData<Alert>('PUT', `${pathOf(alertId)}/mute`, { body: { hours } });
}

export function sendTestMail() {
	return requestData<SentMail>('POST', '/admin/v1/alerts/test-mail', { body: {} });
}

function pathOf(alertId: string): string {
	return `/admin/v1/alerts/${encodeURIComponent(alertId)}`;
}
