import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { readCursorPage } from '../../transport/pagination';
import type { GatewayRequest } from '../../transport/request';

/** Maximum number of pages per search, because a person waits for the result. */
const MAX_PAGES = 5;

/**
 * Returns one page of a list that the gateway cannot search, newest first: reads pages until one has an item for which
 * `toListItem` returns something, which is what the person searches for.
 */
export async function searchPages<T>(
	context: ILoadOptionsFunctions,
	request: GatewayRequest,
	toListItem: (item: T) => INodeListSearchItems | undefined,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	let before = paginationToken;
	for (let page = 1; ; page++) {
		const { data, nextCursor } = await readCursorPage<T>(context, request, before);
		const results = data.map(toListItem).filter((item) => item !== undefined);
		if (results.length > 0 || nextCursor === undefined || page === MAX_PAGES) {
			return { results, paginationToken: nextCursor };
		}
		before = nextCursor;
	}
}
