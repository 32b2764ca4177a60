import type { GatewayClient } from '../gateway/gateway-client.ts';
import { readChatEvents, type ChatTime } from './chat-events.ts';
import type { ExportedMessage } from './exported-message.ts';

/**
 * Returns the messages of a chat that were written for later and cancelled before their time. They never came to the
 * history: the event of the cancellation names them.
 */
export async function readCancelledMessages(
	gateway: GatewayClient,
	time: ChatTime,
): Promise<ExportedMessage[]> {
	const events = await readChatEvents(gateway, 'message.failed', time);
	const messages: ExportedMessage[] = [];
	for (const { data } of events) {
		if (data.error.code !== 'cancelled') continue;
		const path = `/v1/messages/${data.messageId}`;
		const message = ((await gateway.request('GET', path)) as { data: ExportedMessage }).data;
		if (message.sendAt !== undefined && message.timestamp < message.sendAt) messages.push(message);
	}
	return messages;
}
