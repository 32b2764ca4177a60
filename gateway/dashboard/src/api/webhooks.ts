import { request, requestData } from './request.ts';
import type {
	ChatQueue,
	ChatQueuePage,
	CreateWebhook,
	DeliveriesQuery,
	Delivery,
	DeliveryDetail,
	DeliveryPage,
	EventKind,
	PreviewSelection,
	RecoverSpan,
	RetryPreview,
	SentTest,
	TestResult,
	UpdateWebhook,
	Webhook,
	WebhookHealth,
	WebhookListItem,
	WebhookStatistics,
} from './types.ts';

const ROOT = '/v1/webhooks';
const pathOf = (id: string) => `${ROOT}/${encodeURIComponent(id)}`;
const deliveryPath = (id: string, deliveryId: string) =>
	`${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}`;

export function listWebhooks(signal: AbortSignal) {
	return requestData<WebhookListItem[]>('GET', ROOT, { signal });
}

export function getWebhook(id: string, signal: AbortSignal) {
	return requestData<Webhook>('GET', pathOf(id), { signal });
}

export function createWebhook(body: CreateWebhook) {
	return requestData<Webhook>('POST', ROOT, { body });
}

export function updateWebhook(id: string, body: UpdateWebhook) {
	return requestData<Webhook>('PUT', pathOf(id), { body });
}

export function deleteWebhook(id: string) {
	return request<unknown>('DELETE', pathOf(id));
}

export function testWebhook(id: string, event: EventKind) {
	return requestData<TestResult>('POST', `${pathOf(id)}/test`, { body: { event } });
}

export function rotateSecret(id: string) {
	return requestData<Webhook>('POST', `${pathOf(id)}/rotate-secret`, { body: {} });
}

export function getWebhookHealth(id: string, signal: AbortSignal) {
	return requestData<WebhookHealth>('GET', `${pathOf(id)}/health`, { signal });
}

export function listDeliveries(id: string, query: DeliveriesQuery, signal: AbortSignal) {
	return requestData<DeliveryPage>('GET', `${pathOf(id)}/deliveries`, { query, signal });
}

export function getDelivery(id: string, deliveryId: string, signal: AbortSignal) {
	return requestData<DeliveryDetail>('GET', deliveryPath(id, deliveryId), { signal });
}

export function retryDelivery(id: string, deliveryId: string) {
	return requestData<Delivery>('POST', `${deliveryPath(id, deliveryId)}/retry`, { body: {} });
}

export function skipDelivery(id: string, deliveryId: string) {
	return requestData<Delivery>('POST', `${deliveryPath(id, deliveryId)}/skip`, { body: {} });
}

/** Sends another payload in place of a delivery, once, marked as a test. */
export function sendTest(id: string, deliveryId: string, payload: Record<string, unknown>) {
	return requestData<SentTest>('POST', `${deliveryPath(id, deliveryId)}/test`, { body: { payload } });
}

/** Counts the deliveries that a retry would affect. */
export function previewRetry(id: string, selection: PreviewSelection, signal: AbortSignal) {
	return requestData<RetryPreview>('POST', `${pathOf(id)}/deliveries/preview`, { body: selection, signal });
}

/** Redelivers many deliveries now. */
export function retryDeliveries(id: string, deliveryIds: readonly string[]) {
	return request<unknown>('POST', `${pathOf(id)}/deliveries/retry`, { body: { deliveryIds } });
}

/** Cancels the open ones of many deliveries. */
export function skipDeliveries(id: string, deliveryIds: readonly string[]) {
	return request<unknown>('POST', `${pathOf(id)}/deliveries/skip`, { body: { deliveryIds } });
}

export function getStatistics(id: string, period: WebhookStatistics['period'], signal: AbortSignal) {
	return requestData<WebhookStatistics>('GET', `${pathOf(id)}/statistics`, { query: { period }, signal });
}

/** Lists the chats with waiting or collecting deliveries. */
export function listQueues(id: string, before: string | null, signal: AbortSignal) {
	const query = { before: before ?? undefined };
	return requestData<ChatQueuePage>('GET', `${pathOf(id)}/queues`, { query, signal });
}

/** Cancels all open deliveries of a chat. */
export function skipQueue(id: string, { instanceId, chatId }: Pick<ChatQueue, 'instanceId' | 'chatId'>) {
	return request<unknown>('POST', `${pathOf(id)}/queues/skip`, { body: { instanceId, chatId } });
}

/** Redelivers the failed deliveries of a time range. Resolves with their number. */
export async function recoverDeliveries(id: string, span: RecoverSpan) {
	const path = `${pathOf(id)}/deliveries/recover`;
	const { recovered } = await requestData<Record<'recovered', number>>('POST', path, { body: span });
	return recovered;
}
