import { toBoolean } from '../../MessagingGateway/descriptions/boolean';
import { toChatId } from '../../MessagingGateway/descriptions/locators/chatLocator';
import { isExpression } from '../../MessagingGateway/expression';
import { messageTypeOptions } from '../../MessagingGateway/descriptions/messageTypes';
import { splitEntries } from '../../MessagingGateway/descriptions/splitEntries';
import type { Filters } from './properties';

/** The filter of a webhook (GET /v1/webhooks/{id}, `filter`), as far as the trigger uses it. Lists are sorted. */
export interface WebhookFilter {
	chats?: string[];
	types?: string[];
	directions?: string[];
	owners?: string[];
	text?: { contains: string };
}

/** Limits of the gateway: the chats of a filter, the length of an ID, and the length of a text. */
const MAX_CHATS = 1000;
const MAX_ID = 160;
const MAX_TEXT = 200;

/** The events of messages that the account sent, to which the gateway's `directions` apply. */
const OUTBOUND = ['message.sent', 'message.delivered', 'message.read', 'message.failed'];

/**
 * Returns the part of the filters that the gateway can apply, so that it does not deliver events that start nothing;
 * null: it can apply none.
 *
 * The gateway applies its filter to all message events of the webhook. It may only leave out what `matchesFilters`
 * leaves out for each of the selected events, so that a filter which is meant for some of them is not passed. A filter
 * with an expression is not passed either, because its value may differ for each event.
 *
 * @param filters The values of the filters.
 * @param raw The filters as they stand in the workflow, with expressions.
 * @param events The selected events.
 */
export function webhookFilter(
	filters: Filters,
	raw: Readonly<Record<string, unknown>>,
	events: readonly string[],
): WebhookFilter | null {
	const fixed = (Object.keys(filters) as (keyof Filters)[]).filter((name) => !isExpression(raw[name]));
	const { chats, types, textContains, leaveOutTakenChats, ownMessages }: Filters = Object.fromEntries(
		fixed.map((name) => [name, filters[name]]),
	);
	const filter: WebhookFilter = {
		...chatsPart(splitEntries(chats)),
		...typesPart(splitEntries(types)),
		...directionsPart(ownMessages, events),
		...(toBoolean(leaveOutTakenChats) === true && canLeaveOutTaken(events) && { owners: ['bot'] }),
		...(textContains && textContains.length <= MAX_TEXT && { text: { contains: textContains } }),
	};
	return Object.keys(filter).length > 0 ? filter : null;
}

/** Returns whether two filters leave out the same events. */
export function isSameFilter(one: WebhookFilter | null | undefined, other: WebhookFilter | null): boolean {
	return canonical(one ?? {}) === canonical(other ?? {});
}

function canonical({ chats, types, directions, owners, text, ...rest }: WebhookFilter): string {
	const lists = [chats, types, directions, owners].map((list) => (list ? [...list].sort() : null));
	return JSON.stringify([...lists, text ?? null, rest]);
}

function chatsPart(entries: string[]): WebhookFilter {
	const chats = [...new Set(entries.map(toChatId))].sort();
	const fits = chats.length <= MAX_CHATS && chats.every((chat) => chat.length <= MAX_ID);
	return chats.length > 0 && fits ? { chats } : {};
}

/** The gateway refuses a filter with a type that it does not know, which an expression or a later version may select. */
function typesPart(selected: string[]): WebhookFilter {
	const known = messageTypeOptions.map(({ value }) => value as string);
	const types = [...new Set(selected)].sort();
	return types.length > 0 && types.every((type) => known.includes(type)) ? { types } : {};
}

/** Received messages are of others, echoes are the account's own. */
function directionsPart(ownMessages: Filters['ownMessages'], events: readonly string[]): WebhookFilter {
	if (ownMessages === 'only' && events.includes('message.received')) return { directions: ['outbound'] };
	const canLeaveOut = events.includes('message.echo') && !events.some((event) => OUTBOUND.includes(event));
	return ownMessages === 'leaveOut' && canLeaveOut ? { directions: ['inbound'] } : {};
}

/** An echo and `chat.taken` report that a person took the chat, and start the workflow in every case. */
function canLeaveOutTaken(events: readonly string[]): boolean {
	return (
		events.includes('message.received') &&
		!['message.echo', 'chat.taken'].some((event) => events.includes(event))
	);
}
