import { request, requestData } from './request.ts';
import type { Chat, Contact } from './types.ts';

/** Most contacts that one request searches. */
const SEARCHED = 500;
/** The longest search that the gateway takes. */
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
