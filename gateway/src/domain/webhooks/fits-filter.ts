import { chatOf, type GatewayEvent } from '../events/event.ts';
import type { MessageDirection } from '../messages/message.ts';
import { phoneOfChat } from '../phone.ts';
import type { WebhookFilter } from './webhook-filter.ts';
import type { EventKind } from '../events/event-kind.ts';

/** The direction of the messages that these events are of; the other kinds have none. */
const DIRECTIONS: Partial<Record<EventKind, MessageDirection>> = {
	'message.received': 'inbound',
	'message.sent': 'outbound',
	'message.delivered': 'outbound',
	'message.read': 'outbound',
	'message.failed': 'outbound',
	'message.echo': 'outbound',
};

/**
 * Whether an event fits a webhook's filter. `earlierIds` are ids that the person of the event's chat had before: a
 * filter that names one of them names the chat.
 */
export function fitsFilter(
	filter: WebhookFilter,
	event: GatewayEvent,
	earlierIds: readonly string[] = [],
): boolean {
	const { chats, types, directions, owners, text } = filter;
	const { data } = event;
	const chat = chatOf(event);
	const direction = DIRECTIONS[event.kind];
	return (
		(chat === null || isAmong(chats, [chat, phoneOfChat(chat) ?? chat, ...earlierIds])) &&
		(!('type' in data) || isAmong(types, [data.type])) &&
		(direction === undefined || isAmong(directions, [direction])) &&
		(!('owner' in data) || isAmong(owners, [data.owner])) &&
		(text === undefined || !('content' in data) || fitsText(text, data.content))
	);
}

function isAmong<Value>(allowed: readonly Value[] | undefined, values: readonly Value[]): boolean {
	return allowed === undefined || values.some((value) => allowed.includes(value));
}

function fitsText(
	{ contains, startsWith, equals }: NonNullable<WebhookFilter['text']>,
	content: string,
): boolean {
	const text = content.toLowerCase();
	return (
		(contains === undefined || text.includes(contains.toLowerCase())) &&
		(startsWith === undefined || text.startsWith(startsWith.toLowerCase())) &&
		(equals === undefined || text === equals.toLowerCase())
	);
}
