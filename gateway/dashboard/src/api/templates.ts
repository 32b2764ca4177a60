import { request, requestData } from './request.ts';
import type { SendTemplate, SentTemplate, Template } from './types.ts';

/** The templates of an instance that is connected through the official API, by name. */
export function listTemplates(instanceId: string, signal: AbortSignal) {
	return requestData<Template[]>('GET', '/v1/templates', { query: { instanceId }, signal });
}

export function sendTemplate(body: SendTemplate, idempotencyKey: string) {
	return request<SentTemplate>('POST', '/v1/messages/template', { body, idempotencyKey });
}
