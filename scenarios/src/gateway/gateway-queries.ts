import type { Group, Instance, PhoneChat, PhoneMessage } from './gateway-api.ts';
import type { GatewayClient } from './gateway-client.ts';

/** The queries of scenarios at the gateway. */
export interface GatewayQueries {
	listInstances: () => Promise<Instance[]>;
	/** The chats a phone shows. */
	listChats: (number: string) => Promise<PhoneChat[]>;
	/** The latest messages of a phone's chat, newest first. */
	listMessages: (number: string, instanceId: string, groupId: string | null) => Promise<PhoneMessage[]>;
	/** The groups an instance is in. */
	listGroups: (instanceId: string) => Promise<Group[]>;
	/** The numbers of the phones that are controlled by hand. */
	listPhones: () => Promise<string[]>;
}

/** Items the gateway returns in one page. */
const PAGE_SIZE = 100;

export function createQueries(gateway: GatewayClient): GatewayQueries {
	const get = async (path: string): Promise<unknown> =>
		((await gateway.request('GET', path)) as { data: unknown }).data;
	return {
		async listInstances() {
			const all: Instance[] = [];
			for (;;) {
				const page = (await get(`/v1/instances?limit=${PAGE_SIZE}&offset=${all.length}`)) as Instance[];
				all.push(...page);
				if (page.length < PAGE_SIZE) return all;
			}
		},
		listChats: async (number) => (await get(`/simulator/v1/phones/${number}/chats`)) as PhoneChat[],
		async listMessages(number, instanceId, groupId) {
			const group = groupId === null ? '' : `&groupId=${encodeURIComponent(groupId)}`;
			const query = `instanceId=${encodeURIComponent(instanceId)}${group}&limit=${PAGE_SIZE}`;
			return (await get(`/simulator/v1/phones/${number}/messages?${query}`)) as PhoneMessage[];
		},
		listGroups: async (instanceId) =>
			(await get(`/v1/groups?instanceId=${encodeURIComponent(instanceId)}`)) as Group[],
		listPhones: async () =>
			((await get('/simulator/v1/phones')) as { number: string }[]).map(({ number }) => number),
	};
}
