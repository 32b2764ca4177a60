import { request, requestData } from './request.ts';
import type {
	Delivery,
	DeliveryDetail,
	DeliveryStatus,
	EventKind,
	Webhook,
	WebhookListItem,
} from './types.ts';

export interface WebhookHealth {
	since: string;
	deliveries: number;
	succeeded: number;
	failed: number;
	pending: number;
	successRate: number | null;
	responseTimeP95: number | null;
	oldestPendingAt: string | null;
	lastSuccessAt: string | null;
	lastFailureAt: string | null;
}

export interface WebhookTest {
	deliveryId: string;
	statusCode: number | null;
	responseTime: number | null;
	status: 'success' | 'retrying' | 'failed';
}

export interface DeliveriesPage {
	deliveries: Delivery[];
	pagination: { hasMore: boolean; nextCursor: string | null };
}

export interface NewWebhook {
	url: string;
	events: EventKind[];
	name?: string;
	secret?: string;
	instanceId?: string;
}

export interface WebhookChanges {
	url?: string;
	events?: EventKind[];
	name?: string;
	status?: 'active' | 'inactive';
}

const ROOT = '/v1/webhooks';
const addressOf = (id: string) => `${ROOT}/${encodeURIComponent(id)}`;

export function listWebhooks(signal: AbortSignal) {
	return requestData<WebhookListItem[]>('GET', ROOT, { signal });
}

export function getWebhook(id: string, signal: AbortSignal) {
	return requestData<Webhook>('GET', addressOf(id), { signal });
}

export function createWebhook(body: NewWebhook) {
	return requestData<Webhook>('POST', ROOT, { body });
}

export function changeWebhook(id: string, body: WebhookChanges) {
	return requestData<Webhook>('PUT', addressOf(id), { body });
}

export function deleteWebhook(id: string) {
	return request<unknown>('DELETE', addressOf(id));
}

export function testWebhook(id: string, event: EventKind) {
	return requestData<WebhookTest>('POST', `${addressOf(id)}/test`, { body: { event } });
}

export function rotateSecret(id: string) {
	return requestData<Webhook>('POST', `${addressOf(id)}/rotate-secret`, { body: {} });
}

export function getWebhookHealth(id: string, signal: AbortSignal) {
	return requestData<WebhookHealth>('GET', `${addressOf(id)}/health`, { signal });
}

export interface DeliveriesFilter {
	status: DeliveryStatus | '';
	event: EventKind | '';
}

export function listDeliveries(
	id: string,
	filter: DeliveriesFilter,
	before: string | null,
	signal: AbortSignal,
) {
	const query = { ...filter, before: before ?? undefined };
	return requestData<DeliveriesPage>('GET', `${addressOf(id)}/deliveries`, { query, signal });
}

const deliveryOf = (id: string, deliveryId: string) =>
	`${addressOf(id)}/deliveries/${encodeURIComponent(deliveryId)}`;

export function getDelivery(id: string, deliveryId: string, signal: AbortSignal) {
	return requestData<DeliveryDetail>('GET', deliveryOf(id, deliveryId), { signal });
}

export function retryDelivery(id: string, deliveryId: string) {
	return requestData<Delivery>('POST', `${deliveryOf(id, deliveryId)}/retry`, { body: {} });
}

export function recoverDeliveries(id: string, span: { since: string; until?: string }) {
	return requestData<{ recovered: number }>('POST', `${addressOf(id)}/deliveries/recover`, { body: span });
}
