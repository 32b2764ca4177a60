import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { readOffsetPage } from '../../transport/pagination';
import { selectedInstance } from './selectedInstance';

/** The fields of a contact that the list shows (specification: Contact). */
interface ListedContact {
	id: string;
	phone: string | null;
	username: string | null;
	name: string;
}

/** Lists the contacts that match the filter, sorted by name. The gateway filters. */
export async function searchContacts(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await contactsPage(this, filter, Number(paginationToken ?? 0));
}

/** Returns one page of contacts as list items. The pagination token is the offset of the next page. */
export async function contactsPage(
	context: ILoadOptionsFunctions,
	filter: string | undefined,
	offset: number,
): Promise<INodeListSearchResult> {
	const search = filter?.trim();
	const query = { instanceId: selectedInstance(context), ...(search && { search }) };
	const request = { method: 'GET', path: '/v1/contacts', query } as const;
	const { data, hasMore } = await readOffsetPage<ListedContact>(context, request, offset);
	return {
		results: data.map(toListItem),
		paginationToken: hasMore ? String(offset + data.length) : undefined,
	};
}

/** Names a person without a phone number by the username, or else by the ID. */
function toListItem({ id, phone, username, name }: ListedContact): INodeListSearchItems {
	const handle = phone ? `+${phone}` : username ? `@${username}` : id;
	const hasName = ![phone, username, id].includes(name);
	return { name: hasName ? `${name} (${handle})` : handle, value: phone ?? id, description: 'Contact' };
}
