/** The event kinds of the specification (Events): a webhook that names no kinds receives these. */
export const SPECIFIED_KINDS = [
	'message.received',
	'message.sent',
	'message.delivered',
	'message.read',
	'message.failed',
	'instance.connected',
	'instance.disconnected',
	'instance.qr_updated',
] as const;

/** Every event kind a webhook can receive; it receives an addition only when it names it. */
export const EVENT_KINDS = [
	...SPECIFIED_KINDS,
	'message.echo',
	'message.edited',
	'message.deleted',
	'message.reaction',
	'message.unavailable',
	'poll.voted',
	'contact.updated',
	'group.updated',
	'group.participants',
	'presence.updated',
	'call.received',
	'chat.taken',
	'chat.released',
	'instance.restricted',
	'instance.notice',
	'webhook.failing',
	'webhook.recovered',
	'alert.firing',
	'alert.resolved',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** Selects all event kinds, those of later versions too. */
const ALL_KINDS = '*';

/** The values that a webhook's `events` can contain. */
export const EVENT_SELECTORS = [...EVENT_KINDS, ALL_KINDS] as const;

export type EventSelector = (typeof EVENT_SELECTORS)[number];

/** The event kinds that selectors choose; none: the specification's. */
export function selectedKinds(selectors: readonly EventSelector[]): readonly EventKind[] {
	if (selectors.includes(ALL_KINDS)) return EVENT_KINDS;
	return selectors.length === 0 ? SPECIFIED_KINDS : (selectors as readonly EventKind[]);
}

/** Whether events of a kind require the scope messages:read, because they contain texts, chats or people. */
export function isMessageEvent(kind: EventKind): boolean {
	return !['instance.', 'webhook.', 'alert.'].some((prefix) => kind.startsWith(prefix));
}
