import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { toChatId } from '../../descriptions/chatLocator';
import { chatsPage } from './searchChats';
import { contactsPage } from './searchContacts';

/** The next page is one of contacts when the token begins so; otherwise it is one of chats. */
const CONTACTS = 'contacts:';

/**
 * Fills the list of a recipient field: the chats, the one with the latest message first, and after them the
 * contacts. A contact whose chat is on the same page is left out.
 */
export async function searchRecipients(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	if (paginationToken.startsWith(CONTACTS)) {
		return withContactsToken(
			await contactsPage(this, filter, Number(paginationToken.slice(CONTACTS.length))),
		);
	}
	const chats = await chatsPage(this, filter, Number(paginationToken));
	if (chats.paginationToken !== undefined) return chats;

	const contacts = withContactsToken(await contactsPage(this, filter, 0));
	const listed = new Set(chats.results.map(({ value }) => value));
	const others = contacts.results.filter(({ value }) => !listed.has(toChatId(String(value))));
	return {
		results: [...chats.results, ...others],
		paginationToken: contacts.paginationToken,
	};
}

function withContactsToken({ results, paginationToken }: INodeListSearchResult): INodeListSearchResult {
	return { results, paginationToken: paginationToken && `${CONTACTS}${paginationToken}` };
}
