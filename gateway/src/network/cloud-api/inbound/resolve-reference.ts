import type { MessageId } from '../../../domain/ids.ts';
import type { Arrival } from './arrival.ts';
import { ID_LIMIT } from './bounded-details.ts';
import type { Session } from '../session/session.ts';

/**
 * Adds the gateway's id of the message that an arrival refers to, if that message is recorded in the same chat, or was
 * sent by this account.
 */
export async function resolveReference(session: Session, arrival: Arrival): Promise<Arrival['event']> {
	const { event, referencedId, chatId } = arrival;
	if (referencedId === null || referencedId === '' || referencedId.length > ID_LIMIT) return event;
	const messageId = await findReferenced(session, referencedId, chatId);
	if (messageId === null) return event;
	switch (event.kind) {
		case 'message':
			return { ...event, message: { ...event.message, quotedMessageId: messageId } };
		case 'echo':
			return { ...event, message: { ...event.message, quotedMessageId: messageId } };
		case 'change':
			return { ...event, change: { ...event.change, target: { messageId } } };
	}
}

async function findReferenced(
	{ context: { messages }, unrecordedIds }: Session,
	networkId: string,
	chatId: string,
): Promise<MessageId | null> {
	const recordedId = (await messages.findId(networkId, { chatId })) ?? unrecordedIds.get(networkId);
	if (recordedId !== undefined) return recordedId;
	// WhatsApp may know a person under another number than the message was sent to, such as a Brazilian one without its
	// ninth digit. Meta's ids are unique, so the message is in the chat of that number.
	const sentId = await messages.findId(networkId);
	return sentId !== null && (await messages.find(sentId))?.direction === 'outbound' ? sentId : null;
}
