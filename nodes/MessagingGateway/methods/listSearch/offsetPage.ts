import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { readOffsetPage } from '../../transport/pagination';
import { selectedInstance } from './selectedInstance';

/**
 * Returns one page of a list of the selected instance that the gateway filters, as list items. The pagination token is
 * the offset of the next page.
 */
export async function offsetPage<Listed>(
	context: ILoadOptionsFunctions,
	path: string,
	{ filter, offset }: { filter: string | undefined; offset: number },
	toListItem: (listed: Listed) => INodeListSearchItems,
): Promise<INodeListSearchResult> {
	const search = filter?.trim();
	const query = { instanceId: selectedInstance(context), ...(search && { search }) };
	const { data, hasMore } = await readOffsetPage<Listed>(context, { method: 'GET', path, query }, offset);
	return {
		results: data.map(toListItem),
		paginationToken: hasMore ? String(offset + data.length) : undefined,
	};
}
