import type { IDataObject } from 'n8n-workflow';

import type { GatewayContext, GatewayRequest } from './request';
import { gatewayRequest } from './request';

/** One page of a list that counts by offset (specification: List instances, chats, contacts). */
interface Page<T> {
	data: T[];
	/** The list of contacts has no `hasMore`. */
	pagination: { total: number; limit: number; offset: number; hasMore?: boolean };
}

/** One page of a list that goes on from a cursor (specification: GET /v1/messages; deliveries). */
interface CursorPage<T> {
	data: T[];
	pagination: { hasMore: boolean; nextCursor: string | null };
}

/** The largest page that the gateway gives of instances, chats and messages (specification: Limits). */
const MAX_PAGE_SIZE = 100;
/** The same of contacts. */
export const MAX_CONTACTS_PAGE = 500;

/**
 * Reads a list page by page until there is no more or `limit` items are there.
 *
 * Takes the request of the list without `limit` and `offset`, and how many items are wanted at most (all, when
 * left out); gives the items in the gateway's order. Throws what `gatewayRequest` throws.
 */
export async function readPages<T = IDataObject>(
	context: GatewayContext,
	request: GatewayRequest,
	limit = Number.POSITIVE_INFINITY,
	pageSize = MAX_PAGE_SIZE,
): Promise<T[]> {
	const items: T[] = [];
	let hasMore = true;
	while (hasMore && items.length < limit) {
		const page = await readPage<T>(context, request, items.length, Math.min(pageSize, limit - items.length));
		items.push(...page.data);
		hasMore = page.hasMore;
	}
	return items;
}

/** Reads the one page that starts at `offset`; an empty page is always the last one. */
export async function readPage<T = IDataObject>(
	context: GatewayContext,
	request: GatewayRequest,
	offset: number,
	limit = MAX_PAGE_SIZE,
): Promise<{ data: T[]; hasMore: boolean }> {
	const { data, pagination } = await gatewayRequest<Page<T>>(context, {
		...request,
		query: { ...request.query, limit, offset },
	});
	const hasMore = pagination.hasMore ?? offset + data.length < pagination.total;
	return { data, hasMore: hasMore && data.length > 0 };
}

/** The same as `readPages` for a list that is read back from its newest item, by `before` and `nextCursor`. */
export async function readBack<T = IDataObject>(
	context: GatewayContext,
	request: GatewayRequest,
	limit = Number.POSITIVE_INFINITY,
): Promise<T[]> {
	const items: T[] = [];
	let cursor = request.query?.before as string | undefined;
	do {
		const page = await readBackPage<T>(
			context,
			request,
			cursor,
			Math.min(MAX_PAGE_SIZE, limit - items.length),
		);
		items.push(...page.data);
		cursor = page.nextCursor;
	} while (cursor !== undefined && items.length < limit);
	return items;
}

/** Reads the page of what is older than `before`, or the newest one; without a next cursor it is the last. */
export async function readBackPage<T = IDataObject>(
	context: GatewayContext,
	request: GatewayRequest,
	before: string | undefined,
	limit = MAX_PAGE_SIZE,
): Promise<{ data: T[]; nextCursor: string | undefined }> {
	const { data, pagination } = await gatewayRequest<CursorPage<T>>(context, {
		...request,
		query: { ...request.query, limit, ...(before !== undefined && { before }) },
	});
	return { data, nextCursor: pagination.hasMore ? (pagination.nextCursor ?? undefined) : undefined };
}
