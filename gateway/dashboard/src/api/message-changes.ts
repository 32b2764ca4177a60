import { request } from './request.ts';

const pathOf = (messageId: string) => `/v1/messages/${encodeURIComponent(messageId)}`;

/** Sets the instance's reaction to a message; null removes it. */
export function reactToMessage(messageId: string, emoji: string | null) {
	const path = `${pathOf(messageId)}/reaction`;
	return emoji === null
		? request<unknown>('DELETE', path)
		: request<unknown>('PUT', path, { body: { emoji } });
}

/** Changes the text of a sent message. */
export function editMessage(messageId: string, message: string) {
	return request<unknown>('PATCH', pathOf(messageId), { body: { message } });
}

/** Deletes a sent message for everyone, or cancels one that is not sent yet. */
export function deleteMessage(messageId: string) {
	return request<unknown>('DELETE', pathOf(messageId));
}

export function forwardMessage(messageId: string, to: { instanceId: string; to: string }, key: string) {
	return request<unknown>('POST', `${pathOf(messageId)}/forward`, { body: to, idempotencyKey: key });
}
