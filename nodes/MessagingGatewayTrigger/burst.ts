import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { readBackPage } from '../MessagingGateway/transport/pagination';

/** A message of a burst, as the history has it (specification: Message). */
export interface BurstMessage extends IDataObject {
	messageId: string;
	from: string | null;
	senderId?: string;
	type: string;
	content: string;
	timestamp: string;
}

/** A received message of the history; the history tells its direction too. */
interface HistoryMessage extends BurstMessage {
	direction: 'inbound' | 'outbound';
}

/** Pages of the history that one burst is looked for in. */
const MAX_PAGES = 5;
const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Gives the burst of messages that ends with this one, the oldest first: no two of them came more than so many
 * seconds apart. Gives undefined when the burst goes on after it, because the delivery of its last message gives
 * the whole then.
 *
 * Takes the data of a received message, whose silence is over, and which messages count. Nothing is kept here:
 * the history of the gateway decides, so every message is in exactly one burst, however late or in whatever
 * order deliveries arrive, and in whichever process of n8n.
 */
export async function burstEndingWith(
	context: IWebhookFunctions,
	data: IDataObject,
	seconds: number,
	counts: (data: IDataObject) => boolean,
): Promise<BurstMessage[] | undefined> {
	const { instanceId, chatId, messageId } = data as Record<string, string>;
	// An item index: a rate limit is waited out, because no answer may cost the burst its start.
	const query = { instanceId, chatId };
	const request = { method: 'GET', path: '/v1/messages', query, itemIndex: 0 } as const;
	const isApart = (older: string, newer: string) => arrivalOf(newer) - arrivalOf(older) > seconds * 1000;

	let next: string | undefined;
	const burst: BurstMessage[] = [];
	let before: string | undefined;
	for (let page = 0; page < MAX_PAGES; page++) {
		const { data: messages, nextCursor } = await readBackPage<HistoryMessage>(context, request, before);
		for (const message of messages) {
			if (message.direction !== 'inbound' || !counts({ ...message, instanceId, chatId })) continue;
			if (message.messageId > messageId) {
				next = message.messageId;
				continue;
			}
			if (burst.length === 0) {
				// The newest that counts, up to this one: it is this one, or this one is gone.
				if (next !== undefined && !isApart(message.messageId, next)) return undefined;
			} else if (isApart(message.messageId, burst[0].messageId)) {
				return burst;
			}
			burst.unshift(shown(message));
		}
		if (nextCursor === undefined) return burst;
		before = nextCursor;
	}
	return burst;
}

function shown({ messageId, from, senderId, type, content, timestamp }: HistoryMessage): BurstMessage {
	return { messageId, from, senderId, type, content, timestamp };
}

/** When the gateway took a message over: its ID begins with the milliseconds (a ULID). */
function arrivalOf(messageId: string): number {
	const [, time = ''] = /^msg_(.{10})/.exec(messageId) ?? [];
	return [...time].reduce((milliseconds, digit) => milliseconds * 32 + BASE_32.indexOf(digit), 0);
}
