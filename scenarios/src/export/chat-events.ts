import type { GatewayClient } from '../gateway/gateway-client.ts';

/** A chat, and a time: epoch milliseconds, null: no end. */
export interface ChatTime {
	instanceId: string;
	chatId: string;
	from: number;
	to: number | null;
}

/** The fields that an export reads of events, by their kinds. */
export interface EventDataOf {
	'message.failed': { messageId: string; error: { code: string } };
	'group.participants': {
		action: 'add' | 'remove' | 'promote' | 'demote' | 'join' | 'leave';
		isFromMe: boolean;
		participants: readonly { id: string; phone: string | null }[];
	};
}

interface EventPage<Kind extends keyof EventDataOf> {
	data: { at: string; payload: { data: EventDataOf[Kind] } }[];
	pagination: { hasMore: boolean; nextCursor: string | null };
}

const PAGE_SIZE = 100;

/** Returns the data of the events of one kind in a chat, oldest first, each with its time (epoch milliseconds). */
export async function readChatEvents<Kind extends keyof EventDataOf>(
	gateway: GatewayClient,
	kind: Kind,
	{ instanceId, chatId, from, to }: ChatTime,
): Promise<{ at: number; data: EventDataOf[Kind] }[]> {
	const events: { at: number; data: EventDataOf[Kind] }[] = [];
	let before: string | null = null;
	for (;;) {
		const query = new URLSearchParams({ instanceId, kind, limit: String(PAGE_SIZE) });
		query.set('from', new Date(from).toISOString());
		if (to !== null) query.set('to', new Date(to).toISOString());
		if (before !== null) query.set('before', before);
		const path = `/v1/chats/${encodeURIComponent(chatId)}/events?${query.toString()}`;
		const page = (await gateway.request('GET', path)) as EventPage<Kind>;
		events.push(...page.data.map(({ at, payload }) => ({ at: Date.parse(at), data: payload.data })));
		before = page.pagination.nextCursor;
		if (!page.pagination.hasMore || before === null) return events.reverse();
	}
}
