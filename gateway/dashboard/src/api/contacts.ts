import { request, requestData } from './request.ts';
import type { Chat, Contact, ContactCheck, ContactPage, ContactProfile } from './types.ts';

/** Most contacts that one request searches. */
const SEARCHED = 500;
/** The longest search that the gateway accepts. */
const SEARCH_LENGTH = 100;

/** Returns the contact of a chat with a person, found by number or name; null: there is none yet. */
export async function findContact(
	instanceId: string,
	{ chatId, phone, contactName }: Pick<Chat, 'chatId' | 'phone' | 'contactName'>,
	signal: AbortSignal,
): Promise<Contact | null> {
	const search = (phone ?? contactName ?? chatId.replace(/@.*/, '')).slice(0, SEARCH_LENGTH);
	const query = { instanceId, search, limit: SEARCHED };
	const contacts = await requestData<Contact[]>('GET', '/v1/contacts', { query, signal });
	return contacts.find(({ id }) => id === chatId) ?? null;
}

/** Blocks or unblocks a person for an instance. */
export function setContactBlocked(instanceId: string, contactId: string, blocked: boolean) {
	const path = `/v1/contacts/${encodeURIComponent(contactId)}/${blocked ? 'block' : 'unblock'}`;
	return request<unknown>('POST', path, { body: { instanceId } });
}

/** Contacts on one page of the list. */
const PAGE_SIZE = 100;

/** One page of the contacts of an instance, by name. */
export function listContacts(instanceId: string, search: string, offset: number, signal: AbortSignal) {
	const query = { instanceId, search: search.trim(), offset, limit: PAGE_SIZE };
	return request<ContactPage>('GET', '/v1/contacts', { query, signal });
}

/** Loads the present profile of a person from the network. */
export function getProfile(instanceId: string, contactId: string, signal: AbortSignal) {
	const path = `/v1/contacts/${encodeURIComponent(contactId)}/profile`;
	return requestData<ContactProfile>('GET', path, { query: { instanceId }, signal });
}

/** Most numbers that one request checks. */
export const CHECKED = 100;

/** Checks which of at most a hundred numbers are on the network. */
export function checkNumbers(instanceId: string, phones: readonly string[]) {
	return requestData<ContactCheck[]>('POST', '/v1/contacts/check', { body: { instanceId, phones } });
}
