import { request, requestData } from './request.ts';
import type { CountedPage, EventKind, Instance, InstanceListItem, InstanceStatusRecord } from './types.ts';

/** What of an instance can be set. */
export interface InstanceChanges {
	name?: string;
	webhookUrl?: string | null;
	webhookEvents?: EventKind[];
	settings?: { autoRead?: boolean; autoTyping?: boolean };
}

export interface OfficialCredentials {
	businessId: string;
	phoneNumberId: string;
	accessToken: string;
}

const addressOf = (id: string) => `/v1/instances/${encodeURIComponent(id)}`;

export function listInstances(offset: number, limit: number, signal?: AbortSignal) {
	const query = { offset, limit };
	return request<CountedPage<InstanceListItem>>('GET', '/v1/instances', { query, ...withSignal(signal) });
}

export function getInstanceStatus(id: string, signal?: AbortSignal) {
	return requestData<InstanceStatusRecord>('GET', `${addressOf(id)}/status`, withSignal(signal));
}

export function createInstance(body: InstanceChanges & { name: string }) {
	return requestData<Instance>('POST', '/v1/instances', { body });
}

export function changeInstance(id: string, body: InstanceChanges) {
	return requestData<unknown>('PATCH', addressOf(id), { body });
}

export function connectByQrCode(id: string) {
	return request<unknown>('POST', `${addressOf(id)}/connect`, { body: { method: 'qrcode' } });
}

export function connectOfficially(id: string, credentials: OfficialCredentials) {
	return request<unknown>('POST', `${addressOf(id)}/connect`, {
		body: { method: 'official', ...credentials },
	});
}

export function disconnectInstance(id: string) {
	return request<unknown>('POST', `${addressOf(id)}/disconnect`, { body: {} });
}

export function deleteInstance(id: string) {
	return request<unknown>('DELETE', addressOf(id));
}

function withSignal(signal: AbortSignal | undefined) {
	return signal === undefined ? {} : { signal };
}
