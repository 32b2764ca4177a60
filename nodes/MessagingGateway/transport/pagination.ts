import type { IDataObject } from 'n8n-workflow';

import type { GatewayContext, GatewayRequest } from './request';
import { gatewayRequest } from './request';

/** One page of a list with offset pagination (specification: List instances, chats, contacts). */
interface OffsetPage<T> {
	data: T[];
	/** The list of contacts has no `hasMore`. */
	pagination: { total: number; limit: number; offset: number; hasMore?: boolean };
}

/** One page of a list with cursor pagination (specification: GET /v1/messages; deliveries). */
interface CursorPage<T> {
	data: T[];
	pagination: { hasMore: boolean; nextCursor: string | null };
}

/** The largest page of instances, chats and messages (specification: Limits). */
const MAX_PAGE_SIZE = 100;
/** The largest page of contacts. */
export const MAX_CONTACTS_PAGE = 500;

/** How often a list that changes while it is read is read from its front. */
const MAX_PASSES = 3;

/**
 * Reads the pages of a list until its end or until `limit` items are read, and returns the items in the gateway's order,
 * each once. `request` has no `limit` and no `offset`. Throws the errors of `gatewayRequest`.
 *
 * The list may change meanwhile: a chat with a new message comes to its front, and the next page repeats a chat. Items
 * that no page contained are looked for from the front again; they are the last in the result.
 */
export async function readOffsetPages<T extends IDataObject = IDataObject>(
	context: GatewayContext,
	request: GatewayRequest,
	limit = Number.POSITIVE_INFINITY,
	pageSize = MAX_PAGE_SIZE,
): Promise<T[]> {
	const items = new Map<unknown, T>();
	/** The number of items to return, by the total of the last page. */
	let wanted = limit;
	for (let pass = 1; pass <= MAX_PASSES && items.size < wanted; pass++) {
		let hasMore = true;
		for (let offset = 0; hasMore && items.size < wanted; ) {
			const size = pass === 1 ? Math.min(pageSize, limit - items.size) : pageSize;
			const page = await readOffsetPage<T>(context, request, offset, size);
			for (const item of page.data) if (!items.has(idOf(item))) items.set(idOf(item), item);
			offset += page.data.length;
			hasMore = page.hasMore;
			wanted = Math.min(limit, page.total);
		}
	}
	return [...items.values()].slice(0, limit);
}

/** Returns what identifies an item of a list: chats have a `chatId`, contacts a `phone` at least, all others an `id`. */
function idOf({ chatId, id, phone }: IDataObject): unknown {
	return chatId ?? id ?? phone;
}

/** Reads the page that starts at `offset`. An empty page is the last one, also if `hasMore` is true. */
export async function readOffsetPage<T = IDataObject>(
	context: GatewayContext,
	request: GatewayRequest,
	offset: number,
	limit = MAX_PAGE_SIZE,
): Promise<{ data: T[]; hasMore: boolean; total: number }> {
	const { data, pagination } = await gatewayRequest<OffsetPage<T>>(context, {
		...request,
		query: { ...request.query, limit, offset },
	});
	const hasMore = pagination.hasMore ?? offset + data.length < pagination.total;
	return { data, hasMore: hasMore && data.length > 0, total: pagination.total };
}

/** Like `readOffsetPages`, for a list with the cursors `before` and `nextCursor`. Returns the newest item first. */
export async function readCursorPages<T = IDataObject>(
	context: GatewayContext,
	request: GatewayRequest,
	limit = Number.POSITIVE_INFINITY,
): Promise<T[]> {
	const items: T[] = [];
	let cursor = request.query?.before as string | undefined;
	do {
		const page = await readCursorPage<T>(
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

/** Reads the page of items older than `before`, or the first page. Without a `nextCursor` it is the last page. */
export async function readCursorPage<T = IDataObject>(
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
