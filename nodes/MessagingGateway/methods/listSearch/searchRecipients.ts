import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { toChatId } from '../../descriptions/locators/chatLocator';
import { chatsPage } from './searchChats';
import { contactsPage } from './searchContacts';

/** Prefix of a pagination token for a page of contacts; other tokens are for pages of chats. */
const CONTACTS_PREFIX = 'contacts:';

/**
 * Lists the chats that match the filter, the one with the latest message first, then the contacts. Leaves out a
 * contact whose chat is on the same page.
 */
export async function searchRecipients(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	if (paginationToken.startsWith(CONTACTS_PREFIX)) {
		return withContactsToken(
			await contactsPage(this, filter, Number(paginationToken.slice(CONTACTS_PREFIX.length))),
		);
	}
	const chats = await chatsPage(this, filter, Number(paginationToken));
	if (chats.paginationToken !== undefined) return chats;

	const contacts = withContactsToken(await contactsPage(this, filter, 0));
	const chatIds = new Set(chats.results.map(({ value }) => value));
	const others = contacts.results.filter(({ value }) => !chatIds.has(toChatId(String(value))));
	return {
		results: [...chats.results, ...others],
		paginationToken: contacts.paginationToken,
	};
}

function withContactsToken({ results, paginationToken }: INodeListSearchResult): INodeListSearchResult {
	return { results, paginationToken: paginationToken && `${CONTACTS_PREFIX}${paginationToken}` };
}
