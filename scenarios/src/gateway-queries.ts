import type { Group, Instance, PhoneChat, PhoneMessage } from './gateway-api.ts';
import type { GatewayPort } from './gateway-client.ts';

/** What a play asks the gateway, by what it wants to know. */
export interface Questions {
	instances: () => Promise<Instance[]>;
	chats: (number: string) => Promise<PhoneChat[]>;
	/** The latest messages of a chat, newest first. */
	messages: (number: string, instanceId: string, groupId: string | null) => Promise<PhoneMessage[]>;
	groups: (instanceId: string) => Promise<Group[]>;
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
			const all: Instance[] = [];
			for (;;) {
				const page = (await data(`/v1/instances?limit=${PAGE}&offset=${all.length}`)) as Instance[];
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
			(await data(`/v1/groups?instanceId=${encodeURIComponent(instanceId)}`)) as Group[],
		held: async () =>
			((await data('/simulator/v1/phones')) as { number: string }[]).map(({ number }) => number),
	};
}
