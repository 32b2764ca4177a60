import { request, requestData } from '../api/request.ts';
import type { CursorPage, MessageType } from '../api/types.ts';
import type { HeldPhone, PhoneChat, PhoneMessage } from '../../../src/http/schemas/simulated-phone.ts';

export type { HeldPhone, PhoneChat, PhoneMessage };

/** A chat of a phone: with an instance, or a group it is in through one. */
export interface ChatKey {
	instanceId: string;
	groupId: string | null;
}

export interface Writing {
	content?: string;
	type?: MessageType;
	mediaUrl?: string;
	quotedMessageId?: string;
}

const ROOT = '/simulator/v1/phones';
const PAGE = 50;

export function listPhones(): Promise<HeldPhone[]> {
	return requestData<HeldPhone[]>('GET', ROOT);
}

export function putPhone(
	number: string,
	body: { name?: string; online?: boolean; reads?: HeldPhone['reads'] },
): Promise<HeldPhone> {
	return requestData<HeldPhone>('PUT', `${ROOT}/${number}`, { body });
}

export function releasePhone(number: string): Promise<unknown> {
	return request('DELETE', `${ROOT}/${number}`);
}

export function listPhoneChats(number: string, signal?: AbortSignal): Promise<PhoneChat[]> {
	return requestData<PhoneChat[]>('GET', `${ROOT}/${number}/chats`, signal === undefined ? {} : { signal });
}

export function listPhoneMessages(
	number: string,
	chat: ChatKey,
	before: string | null,
	signal?: AbortSignal,
): Promise<CursorPage<PhoneMessage>> {
	return request('GET', `${ROOT}/${number}/messages`, {
		query: { ...fieldsOf(chat), limit: PAGE, before: before ?? undefined },
		...(signal === undefined ? {} : { signal }),
	});
}

export function writeOnPhone(number: string, chat: ChatKey, writing: Writing) {
	return requestData<{ messageId: string }>('POST', `${ROOT}/${number}/messages`, {
		body: { ...fieldsOf(chat), ...writing },
	});
}

export function readOnPhone(number: string, chat: ChatKey): Promise<unknown> {
	return request('POST', `${ROOT}/${number}/read`, { body: fieldsOf(chat) });
}

export function typeOnPhone(number: string, chat: ChatKey): Promise<unknown> {
	return request('POST', `${ROOT}/${number}/typing`, { body: fieldsOf(chat) });
}

export function blockInstance(number: string, instanceId: string, blocked: boolean): Promise<HeldPhone> {
	return requestData<HeldPhone>('POST', `${ROOT}/${number}/block`, { body: { instanceId, blocked } });
}

/** Somebody with a phone makes a group in which the instance is a plain member. */
export function startGroup(instanceId: string, from: string, name: string, participants: string[]) {
	return requestData<{ id: string }>('POST', `/simulator/v1/instances/${instanceId}/groups`, {
		body: { from, name, participants },
	});
}

export function changeGroup(instanceId: string, groupId: string, action: 'add' | 'remove', number: string) {
	const path = `/simulator/v1/instances/${instanceId}/groups/${encodeURIComponent(groupId)}/participants`;
	return requestData<{ results: { status: string; error?: string | null }[] }>('POST', path, {
		body: { action, participants: [number] },
	});
}

export function scanCode(instanceId: string): Promise<unknown> {
	return request('POST', `/simulator/v1/instances/${instanceId}/scan`, { body: {} });
}

function fieldsOf({ instanceId, groupId }: ChatKey): { instanceId: string; groupId?: string } {
	return groupId === null ? { instanceId } : { instanceId, groupId };
}
