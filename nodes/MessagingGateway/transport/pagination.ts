import type { GatewayContext, GatewayRequest } from './request';
import { gatewayRequest } from './request';

/** One page of a list that counts by offset (specification: List instances, List chats). */
interface Page<T> {
	data: T[];
	pagination: { total: number; limit: number; offset: number; hasMore: boolean };
}

/** The largest page that the gateway gives of instances, chats and messages (specification: Limits). */
const MAX_PAGE_SIZE = 100;

/**
 * Reads a list page by page until `hasMore` is false or `limit` items are there.
 *
 * Takes the request of the list without `limit` and `offset`, and how many items are wanted at most (all, when
 * left out); gives the items in the gateway's order. Throws what `gatewayRequest` throws.
 */
export async function readPages<T>(
	context: GatewayContext,
	request: GatewayRequest,
	limit = Number.POSITIVE_INFINITY,
): Promise<T[]> {
	const items: T[] = [];
	let hasMore = true;
	while (hasMore && items.length < limit) {
		const page = await readPage<T>(
			context,
			request,
			items.length,
			Math.min(MAX_PAGE_SIZE, limit - items.length),
		);
		items.push(...page.data);
		hasMore = page.hasMore;
	}
	return items;
}

/** Reads the one page that starts at `offset`; an empty page is always the last one. */
export async function readPage<T>(
	context: GatewayContext,
	request: GatewayRequest,
	offset: number,
	limit = MAX_PAGE_SIZE,
): Promise<{ data: T[]; hasMore: boolean }> {
	const { data, pagination } = await gatewayRequest<Page<T>>(context, {
		...request,
		query: { ...request.query, limit, offset },
	});
	return { data, hasMore: pagination.hasMore && data.length > 0 };
}
