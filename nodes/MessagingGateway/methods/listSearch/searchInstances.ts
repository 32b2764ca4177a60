import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { readPage } from '../../transport/pagination';

/** What the list shows of an instance (specification: List instances). */
interface ListedInstance {
	id: string;
	name: string;
	phone: string | null;
	status: string;
}

/**
 * Fills the list of an instance field, a page at a time; n8n asks for the next one when the list is scrolled
 * to its end. The gateway's list has no search, so a filter is compared here with name, phone and ID, and pages
 * without a match are passed over: the list is empty only when no instance matches.
 */
export async function searchInstances(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	let offset = Number(paginationToken ?? 0);
	for (;;) {
		const page = await readPage<ListedInstance>(this, { method: 'GET', path: '/v1/instances' }, offset);
		offset += page.data.length;
		const results = page.data.filter((instance) => matches(instance, filter)).map(toListItem);
		if (results.length > 0 || !page.hasMore) {
			return { results, paginationToken: page.hasMore ? String(offset) : undefined };
		}
	}
}

function matches({ id, name, phone }: ListedInstance, filter = ''): boolean {
	const wanted = filter.trim().toLowerCase();
	return [name, phone ?? '', id].some((text) => text.toLowerCase().includes(wanted));
}

/** The status is left out of the name: the workflow keeps the name, and the status does not stay true. */
function toListItem({ id, name, phone, status }: ListedInstance): INodeListSearchItems {
	return { name: phone ? `${name} (+${phone})` : name, value: id, description: status };
}
