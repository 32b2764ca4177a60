import { request, requestData } from '../api/request.ts';
import type {
	Call,
	ChatOfPhone,
	CreatedGroup,
	CursorPage,
	ManualPhone,
	ParticipantsResult,
	PhoneChat,
	PhoneMessage,
	SentMessage,
	UpdatePhone,
	WriteOnPhone,
} from '../api/types.ts';

/** Identifies a chat of a phone: with an instance, or a group that is known through one. */
export type ChatKey = Pick<PhoneChat, 'instanceId' | 'groupId'>;

const ROOT = '/simulator/v1/phones';
const PAGE_SIZE = 50;

export function listPhones() {
	return requestData<ManualPhone[]>('GET', ROOT);
}

/** Creates a phone or updates one. */
export function putPhone(number: string, body: UpdatePhone) {
	return requestData<ManualPhone>('PUT', `${ROOT}/${number}`, { body });
}

export function releasePhone(number: string) {
	return request<unknown>('DELETE', `${ROOT}/${number}`);
}

export function listPhoneChats(number: string, signal?: AbortSignal) {
	return requestData<PhoneChat[]>('GET', `${ROOT}/${number}/chats`, { signal });
}

export function listPhoneMessages(
	number: string,
	chat: ChatKey,
	before: string | null,
	signal?: AbortSignal,
) {
	const query = { ...fieldsOf(chat), limit: PAGE_SIZE, before: before ?? undefined };
	return request<CursorPage<PhoneMessage>>('GET', `${ROOT}/${number}/messages`, { query, signal });
}

export function writeOnPhone(number: string, chat: ChatKey, message: Omit<WriteOnPhone, keyof ChatKey>) {
	return requestData<Pick<SentMessage, 'messageId'>>('POST', `${ROOT}/${number}/messages`, {
		body: { ...fieldsOf(chat), ...message },
	});
}

function messagePath(number: string, messageId: string): string {
	return `${ROOT}/${number}/messages/${messageId}`;
}

/** Sets the reaction of a phone; null removes it. */
export function reactOnPhone(number: string, chat: ChatKey, messageId: string, emoji: string | null) {
	return request<unknown>('PUT', `${messagePath(number, messageId)}/reaction`, {
		body: { ...fieldsOf(chat), emoji },
	});
}

export function editOnPhone(number: string, chat: ChatKey, messageId: string, content: string) {
	return request<unknown>('PATCH', messagePath(number, messageId), { body: { ...fieldsOf(chat), content } });
}

export function deleteOnPhone(number: string, chat: ChatKey, messageId: string) {
	return request<unknown>('DELETE', messagePath(number, messageId), { query: fieldsOf(chat) });
}

/** `options`: all that are selected from now on. */
export function voteOnPhone(number: string, chat: ChatKey, messageId: string, options: readonly string[]) {
	return request<unknown>('PUT', `${messagePath(number, messageId)}/vote`, {
		body: { ...fieldsOf(chat), options },
	});
}

/** Taps the button, or the entry of a list, with this id or title. */
export function pressOnPhone(number: string, chat: ChatKey, messageId: string, option: string) {
	return request<unknown>('POST', `${messagePath(number, messageId)}/press`, {
		body: { ...fieldsOf(chat), option },
	});
}

export function readOnPhone(number: string, chat: ChatKey) {
	return request<unknown>('POST', `${ROOT}/${number}/read`, { body: fieldsOf(chat) });
}

export function typeOnPhone(number: string, chat: ChatKey) {
	return request<unknown>('POST', `${ROOT}/${number}/typing`, { body: fieldsOf(chat) });
}

export function blockInstance(number: string, instanceId: string, blocked: boolean) {
	return requestData<ManualPhone>('POST', `${ROOT}/${number}/block`, { body: { instanceId, blocked } });
}

/** Creates a group on a phone; the instance becomes an ordinary member of it. */
export function createGroup(instanceId: string, from: string, name: string, participants: readonly string[]) {
	return requestData<CreatedGroup>('POST', `/simulator/v1/instances/${instanceId}/groups`, {
		body: { from, name, participants },
	});
}

export function changeGroup(instanceId: string, groupId: string, action: 'add' | 'remove', number: string) {
	const path = `/simulator/v1/instances/${instanceId}/groups/${encodeURIComponent(groupId)}/participants`;
	return requestData<ParticipantsResult>('POST', path, { body: { action, participants: [number] } });
}

/** Calls an instance. Resolves with whether the gateway rejected the call. */
export function callInstance(from: string, instanceId: string, video: boolean) {
	const path = `/simulator/v1/instances/${encodeURIComponent(instanceId)}/calls`;
	return requestData<Call>('POST', path, { body: { from, video } });
}

export function scanCode(instanceId: string) {
	return request<unknown>('POST', `/simulator/v1/instances/${encodeURIComponent(instanceId)}/scan`, {
		body: {},
	});
}

/** The fields by which requests name a chat; without `groupId`: the chat with the instance itself. */
function fieldsOf({ instanceId, groupId }: ChatKey): ChatOfPhone {
	return groupId === null ? { instanceId } : { instanceId, groupId };
}
