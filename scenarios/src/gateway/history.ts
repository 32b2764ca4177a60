import type { MessageType } from './gateway-api.ts';
import type { GatewayClient } from './gateway-client.ts';

/** A message in the history of a chat. Times are ISO 8601. */
export interface HistoryMessage {
	messageId: string;
	direction: 'inbound' | 'outbound';
	type: MessageType;
	content: string;
	timestamp: string;
	status: string;
	quotedMessageId?: string;
	/** When it is to be sent; only of a message for later. */
	sendAt?: string;
	editedAt?: string;
	deletedAt?: string;
}

interface HistoryPage<Message> {
	data: Message[];
	pagination: { hasMore: boolean; nextCursor: string | null };
}

/** A chat of an instance, and the message after which its history is read; null: from its beginning. */
export interface HistoryQuery {
	instanceId: string;
	chatId: string;
	after: string | null;
}

const PAGE_SIZE = 100;

/** Yields the messages of a chat page by page, newest first. */
export async function* pagesOfHistory<Message extends HistoryMessage>(
	gateway: GatewayClient,
	{ instanceId, chatId, after }: HistoryQuery,
): AsyncGenerator<Message[]> {
	let before: string | null = null;
	for (;;) {
		const query = new URLSearchParams({ instanceId, chatId, limit: String(PAGE_SIZE) });
		if (after !== null) query.set('after', after);
		if (before !== null) query.set('before', before);
		const { data, pagination } = (await gateway.request(
			'GET',
			`/v1/messages?${query.toString()}`,
		)) as HistoryPage<Message>;
		yield data;
		before = pagination.nextCursor;
		if (!pagination.hasMore || before === null) return;
	}
}
