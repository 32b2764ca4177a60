import type { Static } from 'typebox';
import type { Key, Session } from '../../../src/http/schemas/admin.ts';
import { request, requestData } from './request.ts';
import type { EventKind, InstanceStatus, MessageStatus, Scope } from './types.ts';

export type ApiKey = Static<typeof Key>;
export type OwnerSession = Static<typeof Session>;

export interface NewKey {
	name: string;
	scopes?: Scope[];
	expiresAt?: string;
	allowedIps?: string[];
}

export interface AuditEntry {
	auditId: string;
	at: string;
	actor: string;
	action: string;
	target: string;
	details: Record<string, unknown> | null;
}

export interface StoredEvent {
	eventId: string;
	kind: EventKind;
	instanceId: string;
	at: string;
	payload: unknown;
}

export interface TrafficStep {
	from: string;
	received: number;
	sent: number;
	delivered: number;
	read: number;
	failed: number;
}

export interface FailedMessage {
	messageId: string;
	instanceId: string;
	chatId: string;
	to: string;
	failedAt: string;
	error: { code: string; message: string } | null;
}

export interface WebhookLine {
	webhookId: string;
	name: string | null;
	url: string;
	status: 'active' | 'inactive';
	deliveries: number;
	failed: number;
	pending: number;
	successRate: number | null;
}

export interface Overview {
	series: TrafficStep[];
	queue: {
		messagesQueued: number;
		oldestQueuedAt: string | null;
		deliveriesPending: number;
		oldestPendingAt: string | null;
		deliveriesFailed: number;
	};
	instances: { byStatus: Partial<Record<InstanceStatus, number>> };
	failures: FailedMessage[];
	webhooks: WebhookLine[];
}

export interface TimelineStep {
	at: string;
	kind: string;
	status?: MessageStatus;
	detail?: string;
	deliveries: {
		deliveryId: string;
		webhookId: string;
		status: 'pending' | 'success' | 'failed' | 'cancelled';
		attempts: number;
		lastStatusCode: number | null;
	}[];
}

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

export function createKey(body: NewKey) {
	return requestData<ApiKey & { key: string }>('POST', '/admin/v1/keys', { body });
}

export function revokeKey(keyId: string) {
	return request<unknown>('DELETE', `/admin/v1/keys/${encodeURIComponent(keyId)}`);
}

export function listSessions(signal: AbortSignal) {
	return requestData<OwnerSession[]>('GET', '/admin/v1/sessions', { signal });
}

export function endSession(sessionId: string) {
	return request<unknown>('DELETE', `/admin/v1/sessions/${encodeURIComponent(sessionId)}`);
}

export function endAllSessions() {
	return request<unknown>('DELETE', '/admin/v1/sessions');
}

export function changePassword(currentPassword: string, newPassword: string) {
	return request<unknown>('PUT', '/admin/v1/password', { body: { currentPassword, newPassword } });
}
