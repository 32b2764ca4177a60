import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { offsetPage } from './offsetPage';

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

/** Returns one page of contacts as list items. */
export async function contactsPage(
	context: ILoadOptionsFunctions,
	filter: string | undefined,
	offset: number,
): Promise<INodeListSearchResult> {
	return await offsetPage<ListedContact>(context, '/v1/contacts', { filter, offset }, toListItem);
}

/** Names a person without a phone number by the username, or else by the ID. */
function toListItem({ id, phone, username, name }: ListedContact): INodeListSearchItems {
	const handle = phone ? `+${phone}` : username ? `@${username}` : id;
	const hasName = ![phone, username, id].includes(name);
	return { name: hasName ? `${name} (${handle})` : handle, value: phone ?? id, description: 'Contact' };
}
