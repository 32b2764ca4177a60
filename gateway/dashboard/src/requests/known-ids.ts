import { getEvent } from '../api/admin-lists.ts';
import { listInstances } from '../api/instances.ts';
import { getMessage } from '../api/messages.ts';
import { getDelivery } from '../api/webhooks.ts';
import { subjectOf } from '../live/live-messages.ts';
import type { KnownIds } from './example-value.ts';
import { withChatIds } from './with-chat-ids.ts';

/**
 * Returns the ids of a screen's objects, by the names of the API's fields: those in its address, and those of the
 * message, event or delivery that the address names. Without an instance it is the newest one. `parameters` and
 * `filter` are of the address. An id that cannot be read is left out.
 */
export async function knownIds(
	parameters: Readonly<Record<string, string>>,
	filter: Readonly<Record<string, string>>,
	signal: AbortSignal,
): Promise<KnownIds> {
	const { webhookId, deliveryId, instance } = { ...filter, ...parameters };
	const chosen = instance === undefined ? {} : { instanceId: instance };
	const known: Record<string, string> = { ...chosen, ...parameters };
	if (webhookId !== undefined && deliveryId !== undefined) {
		add(known, await orNothing(getDelivery(webhookId, deliveryId, signal)), ['eventId']);
	}
	if (known.eventId !== undefined) {
		const event = await orNothing(getEvent(known.eventId, signal));
		add(known, event, ['instanceId']);
		add(known, event === null ? null : subjectOf(event), ['chatId', 'messageId']);
	}
	if (parameters.messageId !== undefined) {
		add(known, await orNothing(getMessage(parameters.messageId, signal)), ['instanceId', 'chatId']);
	}
	if (known.instanceId === undefined) {
		const newest = await orNothing(listInstances(0, 1, signal));
		add(known, { instanceId: newest?.data[0]?.id }, ['instanceId']);
	}
	return withChatIds(known);
}

function add(known: Record<string, string>, from: object | null, names: readonly string[]): void {
	for (const [name, value] of Object.entries(from ?? {})) {
		if (names.includes(name) && typeof value === 'string') known[name] ??= value;
	}
}

/** An example without an id is better than none. */
async function orNothing<T>(loading: Promise<T>): Promise<T | null> {
	return loading.catch(() => null);
}
