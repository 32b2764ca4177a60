import { request, requestData } from './request.ts';
import type { Found, FoundMessages } from './types.ts';

/** Messages that the search of the page shows. */
const MESSAGES = 8;
/** The longest texts that the gateway searches for. */
const NAME_LENGTH = 100;
const TEXT_LENGTH = 200;

/** Finds chats and people of all instances, and the webhook of a delivery. */
export function find(text: string, signal: AbortSignal) {
	return requestData<Found>('GET', '/admin/v1/find', { query: { q: text.slice(0, NAME_LENGTH) }, signal });
}

/** Finds messages of all instances by their texts. */
export function findMessages(text: string, signal: AbortSignal) {
	const query = { q: text.slice(0, TEXT_LENGTH), limit: MESSAGES };
	return request<FoundMessages>('GET', '/v1/messages/search', { query, signal });
}
