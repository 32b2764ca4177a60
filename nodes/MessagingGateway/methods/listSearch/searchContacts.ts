import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { readPage } from '../../transport/pagination';
import { chosenInstance } from './chosenInstance';

/** What the list shows of a contact (specification: Contact). */
interface ListedContact {
	phone: string;
	name: string | null;
}

/** Fills the list of a contact field, by name; the gateway searches. */
export async function searchContacts(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await contactsPage(this, filter, Number(paginationToken ?? 0));
}

/** One page of contacts as list items, and where the next one begins. */
export async function contactsPage(
	context: ILoadOptionsFunctions,
	filter: string | undefined,
	offset: number,
): Promise<INodeListSearchResult> {
	const search = filter?.trim();
	const query = { instanceId: chosenInstance(context), ...(search && { search }) };
	const request = { method: 'GET', path: '/v1/contacts', query } as const;
	const { data, hasMore } = await readPage<ListedContact>(context, request, offset);
	return {
		results: data.map(({ phone, name }) => ({
			name: name ? `${name} (+${phone})` : `+${phone}`,
			value: phone,
			description: 'Contact',
		})),
		paginationToken: hasMore ? String(offset + data.length) : undefined,
	};
}
