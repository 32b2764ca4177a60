import { request, requestData } from './request.ts';
import type { Invitation, InviteUser, UpdateUser, User } from './types.ts';

const ROOT = '/admin/v1/users';
const pathOf = (userId: string) => `${ROOT}/${encodeURIComponent(userId)}`;

export function listUsers(signal: AbortSignal) {
	return requestData<User[]>('GET', ROOT, { signal });
}

export function inviteUser(body: InviteUser) {
	return requestData<Invitation>('POST', ROOT, { body });
}

export function updateUser(userId: string, body: UpdateUser) {
	return requestData<User>('PATCH', pathOf(userId), { body });
}

/** Makes a new one-time link. It removes the password and the second factors and ends the sessions. */
export function makeLink(userId: string) {
	return requestData<Invitation>('POST', `${pathOf(userId)}/invite`, { body: {} });
}

export function endUserSessions(userId: string) {
	return request<unknown>('DELETE', `${pathOf(userId)}/sessions`);
}

export function removeUser(userId: string) {
	return request<unknown>('DELETE', pathOf(userId));
}
