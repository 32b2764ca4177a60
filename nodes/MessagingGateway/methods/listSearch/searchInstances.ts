import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { readOffsetPage } from '../../transport/pagination';

/** The fields of an instance that the list shows (specification: List instances). */
interface ListedInstance {
	id: string;
	name: string;
	phone: string | null;
	status: string;
}

/** Maximum number of pages per search, because a person waits for the result: 5,000 instances. */
const MAX_PAGES = 50;

/**
 * Lists the instances whose name, phone or ID contains the filter, one page per call; n8n requests the next page when
 * the list is scrolled to its end. The gateway has no search for instances, so this skips pages without a match, at most
 * `MAX_PAGES` of them.
 */
export async function searchInstances(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	let offset = Number(paginationToken ?? 0);
	for (let pages = 1; ; pages++) {
		const page = await readOffsetPage<ListedInstance>(this, { method: 'GET', path: '/v1/instances' }, offset);
		offset += page.data.length;
		const results = page.data.filter((instance) => matches(instance, filter)).map(toListItem);
		if (results.length > 0 || !page.hasMore || pages === MAX_PAGES) {
			return { results, paginationToken: page.hasMore ? String(offset) : undefined };
		}
	}
}

function matches({ id, name, phone }: ListedInstance, filter = ''): boolean {
	const needle = filter.trim().toLowerCase();
	return [name, phone ?? '', id].some((text) => text.toLowerCase().includes(needle));
}

/** The name leaves out the status, because the workflow stores the name and the status changes. */
function toListItem({ id, name, phone, status }: ListedInstance): INodeListSearchItems {
	return { name: phone ? `${name} (+${phone})` : name, value: id, description: status };
}
