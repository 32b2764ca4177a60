import { request, requestData } from './request.ts';
import type {
	ApiKey,
	CreateKey,
	NewApiKey,
	Overview,
	PasswordChange,
	TimelineStep,
	UserSession,
} from './types.ts';

export function getOverview(hours: number, signal: AbortSignal) {
	return requestData<Overview>('GET', '/admin/v1/overview', { query: { hours }, signal });
}

export function getTimeline(messageId: string, signal: AbortSignal) {
	return requestData<TimelineStep[]>('GET', `/admin/v1/messages/${encodeURIComponent(messageId)}/timeline`, {
		signal,
	});
}

export function listKeys(signal: AbortSignal) {
	return requestData<ApiKey[]>('GET', '/admin/v1/keys', { signal });
}

export function createKey(body: CreateKey) {
	return requestData<NewApiKey>('POST', '/admin/v1/keys', { body });
}

export function revokeKey(keyId: string) {
	return request<unknown>('DELETE', `/admin/v1/keys/${encodeURIComponent(keyId)}`);
}

export function listSessions(signal: AbortSignal) {
	return requestData<UserSession[]>('GET', '/admin/v1/sessions', { signal });
}

export function endSession(sessionId: string) {
	return request<unknown>('DELETE', `/admin/v1/sessions/${encodeURIComponent(sessionId)}`);
}

export function endAllSessions() {
	return request<unknown>('DELETE', '/admin/v1/sessions');
}

export function changePassword(body: PasswordChange) {
	return request<unknown>('PUT', '/admin/v1/password', { body });
}
