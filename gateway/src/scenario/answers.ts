import type { GroupListItem } from '../http/groups/schema.ts';
import type { InstanceListItem } from '../http/instances/schema.ts';
import type { PhoneChat, PhoneMessage } from '../network/simulator/api/phones/schema.ts';
import type { GatewayPort } from './gateway-port.ts';

/** What a play asks the gateway, by what it wants to know. */
export interface Questions {
	instances: () => Promise<InstanceListItem[]>;
	chats: (number: string) => Promise<PhoneChat[]>;
	/** The latest messages of a chat, newest first. */
	messages: (number: string, instanceId: string, groupId: string | null) => Promise<PhoneMessage[]>;
	groups: (instanceId: string) => Promise<GroupListItem[]>;
	/** The numbers of the phones in hand. */
	held: () => Promise<string[]>;
}

/** Instances the gateway lists at once. */
const PAGE = 100;

export function questionsTo(gateway: GatewayPort): Questions {
	const data = async (path: string): Promise<unknown> =>
		((await gateway.ask('GET', path)) as { data: unknown }).data;
	return {
		async instances() {
			const all: InstanceListItem[] = [];
			for (;;) {
				const page = (await data(`/v1/instances?limit=${PAGE}&offset=${all.length}`)) as InstanceListItem[];
				all.push(...page);
				if (page.length < PAGE) return all;
			}
		},
		chats: async (number) => (await data(`/simulator/v1/phones/${number}/chats`)) as PhoneChat[],
		async messages(number, instanceId, groupId) {
			const group = groupId === null ? '' : `&groupId=${encodeURIComponent(groupId)}`;
			const query = `instanceId=${encodeURIComponent(instanceId)}${group}&limit=100`;
			return (await data(`/simulator/v1/phones/${number}/messages?${query}`)) as PhoneMessage[];
		},
		groups: async (instanceId) =>
			(await data(`/v1/groups?instanceId=${encodeURIComponent(instanceId)}`)) as GroupListItem[],
		held: async () =>
			((await data('/simulator/v1/phones')) as { number: string }[]).map(({ number }) => number),
	};
}
