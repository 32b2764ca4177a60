import type { DeliveryRecord, History, SendAnswerRecord, SendRecord } from './record.ts';

/** A message by its key: how it was sent first, and everything that was answered. */
export interface Sending {
	send: SendRecord;
	answers: SendAnswerRecord[];
}

/** A message that was accepted. */
export interface AcceptedMessage {
	messageId: string;
	send: SendRecord;
}

/** A chat, named by its instance and the phone on the other side. */
export function chatOf({ instanceId, to }: Pick<SendRecord, 'instanceId' | 'to'>): string {
	return `${instanceId} ${to}`;
}

export function recordsOf<Kind extends History[number]['kind']>(
	history: History,
	kind: Kind,
): Extract<History[number], { kind: Kind }>[] {
	return history.filter((record): record is Extract<History[number], { kind: Kind }> => record.kind === kind);
}

/** All messages somebody wanted sent, by key. */
export function groupSends(history: History): Map<string, Sending> {
	const sendings = new Map<string, Sending>();
	for (const record of history) {
		if (record.kind === 'send' && !sendings.has(record.key)) {
			sendings.set(record.key, { send: record, answers: [] });
		}
		if (record.kind === 'send answer') sendings.get(record.key)?.answers.push(record);
	}
	return sendings;
}

/** Those that were accepted, by the id that was given first. */
export function acceptedMessages(history: History): Map<string, AcceptedMessage> {
	const accepted = new Map<string, AcceptedMessage>();
	for (const { send, answers } of groupSends(history).values()) {
		const messageId = answers.find(({ status }) => status === 202)?.messageId ?? null;
		if (messageId !== null) accepted.set(messageId, { messageId, send });
	}
	return accepted;
}

/** Deliveries grouped by what a function says of them. */
export function deliveriesBy(
	history: History,
	name: (delivery: DeliveryRecord) => string,
): Map<string, DeliveryRecord[]> {
	return Map.groupBy(recordsOf(history, 'delivery'), name);
}
