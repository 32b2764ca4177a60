import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { readCursorPage } from '../MessagingGateway/transport/pagination';

/** A message of a burst, with fields of the message history (specification: Message). */
export interface BurstMessage extends IDataObject {
	messageId: string;
	from: string | null;
	senderId?: string;
	type: string;
	content: string;
	timestamp: string;
}

/** A message of the history, received or sent. */
interface HistoryMessage extends BurstMessage {
	direction: 'inbound' | 'outbound';
}

/** Maximum number of history pages to read for one burst. */
const MAX_PAGES = 5;
const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Returns the burst of messages that ends with the given one, oldest first: consecutive messages of a chat that arrived
 * at most `seconds` apart. Returns undefined when the burst continues after the given message, because the delivery of
 * the last message starts the workflow for all of them.
 *
 * `data` is the data of a message received at least `seconds` ago; `isIncluded` says which messages of the chat belong
 * to bursts. The function is stateless and reads the gateway's history, so every message is in exactly one burst, even
 * when deliveries are late, out of order, or sent to different processes of n8n.
 */
export async function findBurst(
	context: IWebhookFunctions,
	data: IDataObject,
	seconds: number,
	isIncluded: (data: IDataObject) => boolean,
): Promise<BurstMessage[] | undefined> {
	const { instanceId, chatId, messageId } = data as Record<string, string>;
	// The item index enables retries after a rate limit, so that a 429 does not split the burst.
	const query = { instanceId, chatId };
	const request = { method: 'GET', path: '/v1/messages', query, itemIndex: 0 } as const;
	const isApart = (older: string, newer: string) => receivedAt(newer) - receivedAt(older) > seconds * 1000;

	let next: string | undefined;
	const burst: BurstMessage[] = [];
	let before: string | undefined;
	for (let page = 0; page < MAX_PAGES; page++) {
		const { data: messages, nextCursor } = await readCursorPage<HistoryMessage>(context, request, before);
		for (const message of messages) {
			if (message.direction !== 'inbound' || !isIncluded({ ...message, instanceId, chatId })) continue;
			if (message.messageId > messageId) {
				next = message.messageId;
				continue;
			}
			if (burst.length === 0) {
				// The given message, or the newest before it if the gateway no longer has it.
				if (next !== undefined && !isApart(message.messageId, next)) return undefined;
			} else if (isApart(message.messageId, burst[0].messageId)) {
				return burst;
			}
			burst.unshift(toBurstMessage(message));
		}
		if (nextCursor === undefined) return burst;
		before = nextCursor;
	}
	return burst;
}

function toBurstMessage({
	messageId,
	from,
	senderId,
	type,
	content,
	timestamp,
}: HistoryMessage): BurstMessage {
	return { messageId, from, senderId, type, content, timestamp };
}

/** Returns the Unix time in milliseconds at which the gateway stored a message: its ID contains a ULID. */
function receivedAt(messageId: string): number {
	const [, time = ''] = /^msg_(.{10})/.exec(messageId) ?? [];
	return [...time].reduce((milliseconds, digit) => milliseconds * 32 + BASE_32.indexOf(digit), 0);
}
