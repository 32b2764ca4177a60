import { request, requestData } from './request.ts';
import type {
	CountedPage,
	CreateInstance,
	Instance,
	InstanceHealthHistory,
	InstanceListItem,
	InstanceStatusRecord,
	OfficialCredentials,
	UpdatedInstance,
	UpdateInstance,
} from './types.ts';

/** The largest page of the API. */
const PAGE_SIZE = 100;
const MAX_LISTED = 1000;

const pathOf = (id: string) => `/v1/instances/${encodeURIComponent(id)}`;

export function listInstances(offset: number, limit: number, signal?: AbortSignal) {
	const query = { offset, limit };
	return request<CountedPage<InstanceListItem>>('GET', '/v1/instances', { query, signal });
}

/** Lists the instances to choose from: the newest thousand, because nobody finds one in a longer list. */
export async function listAllInstances(signal?: AbortSignal): Promise<InstanceListItem[]> {
	const { data, pagination } = await listFirstInstances(signal);
	return [...data, ...(await listFurtherInstances(pagination.total, signal))];
}

/** Lists the first of the instances to choose from, and how many there are in total. */
export function listFirstInstances(signal?: AbortSignal) {
	return listInstances(0, PAGE_SIZE, signal);
}

/** Lists the instances to choose from that follow on the first ones. */
export async function listFurtherInstances(total: number, signal?: AbortSignal): Promise<InstanceListItem[]> {
	const further: Promise<InstanceListItem[]>[] = [];
	for (let offset = PAGE_SIZE; offset < Math.min(total, MAX_LISTED); offset += PAGE_SIZE) {
		further.push(listInstances(offset, PAGE_SIZE, signal).then((page) => page.data));
	}
	return (await Promise.all(further)).flat();
}

export function getInstanceStatus(id: string, signal?: AbortSignal) {
	return requestData<InstanceStatusRecord>('GET', `${pathOf(id)}/status`, { signal });
}

export function getInstanceHealth(id: string, period: InstanceHealthHistory['period'], signal: AbortSignal) {
	return requestData<InstanceHealthHistory>('GET', `${pathOf(id)}/health`, { query: { period }, signal });
}

export function createInstance(body: CreateInstance) {
	return requestData<Instance>('POST', '/v1/instances', { body });
}

export function updateInstance(id: string, body: UpdateInstance) {
	return requestData<UpdatedInstance>('PATCH', pathOf(id), { body });
}

export function connectByQrCode(id: string) {
	return request<unknown>('POST', `${pathOf(id)}/connect`, { body: { method: 'qrcode' } });
}

export function connectByPairingCode(id: string, phone: string) {
	return request<unknown>('POST', `${pathOf(id)}/connect`, { body: { method: 'pairing_code', phone } });
}

export function answerPasskey(id: string, response: Record<string, unknown>) {
	return request<unknown>('POST', `${pathOf(id)}/passkey`, { body: { response } });
}

export function connectOfficially(id: string, credentials: OfficialCredentials) {
	return request<unknown>('POST', `${pathOf(id)}/connect`, { body: { method: 'official', ...credentials } });
}

export function disconnectInstance(id: string) {
	return request<unknown>('POST', `${pathOf(id)}/disconnect`, { body: {} });
}

export function deleteInstance(id: string) {
	return request<unknown>('DELETE', pathOf(id));
}
