import { request, requestData } from './request.ts';
import type {
	ChangeGroup,
	ChangeParticipants,
	CreatedGroup,
	CreateGroup,
	GroupDetail,
	GroupListItem,
	ParticipantsResult,
} from './types.ts';

const pathOf = (groupId: string) => `/v1/groups/${encodeURIComponent(groupId)}`;

/** All groups that an instance is in, newest first. */
export function listGroups(instanceId: string, signal: AbortSignal) {
	return requestData<GroupListItem[]>('GET', '/v1/groups', { query: { instanceId }, signal });
}

export function getGroup(instanceId: string, groupId: string, signal: AbortSignal) {
	return requestData<GroupDetail>('GET', pathOf(groupId), { query: { instanceId }, signal });
}

export function createGroup(body: CreateGroup) {
	return requestData<CreatedGroup>('POST', '/v1/groups', { body });
}

export function joinGroup(instanceId: string, invite: string) {
	return requestData<GroupDetail>('POST', '/v1/groups/join', { body: { instanceId, invite } });
}

export function changeGroup(groupId: string, body: ChangeGroup) {
	return requestData<GroupDetail>('PATCH', pathOf(groupId), { body });
}

export function changeParticipants(groupId: string, body: ChangeParticipants) {
	return requestData<ParticipantsResult>('POST', `${pathOf(groupId)}/participants`, { body });
}

export function getInvite(instanceId: string, groupId: string) {
	return requestData<{ invite: string }>('GET', `${pathOf(groupId)}/invite`, { query: { instanceId } });
}

/** Makes the invite link invalid; returns the new one. */
export function revokeInvite(instanceId: string, groupId: string) {
	return requestData<{ invite: string }>('DELETE', `${pathOf(groupId)}/invite`, { query: { instanceId } });
}

export function leaveGroup(instanceId: string, groupId: string) {
	return request<unknown>('DELETE', `${pathOf(groupId)}/membership`, { query: { instanceId } });
}
