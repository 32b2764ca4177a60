import type { DeliveryRecord, History, SendResponseRecord, SendRecord } from './record.ts';

/** The first send of a message, and all responses. */
export interface Sending {
	send: SendRecord;
	responses: SendResponseRecord[];
}

export interface AcceptedMessage {
	messageId: string;
	send: SendRecord;
}

/** Returns the key of a chat. */
export function chatOf({ instanceId, to }: Pick<SendRecord, 'instanceId' | 'to'>): string {
	return `${instanceId} ${to}`;
}

export function recordsOf<Kind extends History[number]['kind']>(
	history: History,
	kind: Kind,
): Extract<History[number], { kind: Kind }>[] {
	return history.filter((record): record is Extract<History[number], { kind: Kind }> => record.kind === kind);
}

/** Groups sends and their responses by idempotency key. */
export function groupSends(history: History): Map<string, Sending> {
	const sendings = new Map<string, Sending>();
	for (const record of history) {
		if (record.kind === 'send' && !sendings.has(record.key)) {
			sendings.set(record.key, { send: record, responses: [] });
		}
		if (record.kind === 'send response') sendings.get(record.key)?.responses.push(record);
	}
	return sendings;
}

/** Returns the accepted messages by the id of the first acceptance. */
export function acceptedMessages(history: History): Map<string, AcceptedMessage> {
	const accepted = new Map<string, AcceptedMessage>();
	for (const { send, responses } of groupSends(history).values()) {
		const messageId = responses.find(({ status }) => status === 202)?.messageId ?? null;
		if (messageId !== null) accepted.set(messageId, { messageId, send });
	}
	return accepted;
}

/** Groups the deliveries by a key. */
export function deliveriesBy(
	history: History,
	keyOf: (delivery: DeliveryRecord) => string,
): Map<string, DeliveryRecord[]> {
	return Map.groupBy(recordsOf(history, 'delivery'), keyOf);
}
