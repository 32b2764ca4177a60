import type { Caller } from '../../domain/access/caller.ts';
import type { EventKind } from '../../domain/events/event-kind.ts';
import { timestampOfId, type DeliveryId } from '../../domain/ids.ts';
import { OPEN_DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/webhooks/webhook.ts';
import type { Db } from '../../store/schema.ts';
import { listFailedDeliveries } from '../../store/webhooks/deliveries/reschedule-deliveries.ts';
import { findDeliveries, findEventIds } from '../../store/webhooks/deliveries/delivery-list.ts';
import { findSubjects, type DeliverySubject } from '../../store/webhooks/deliveries/delivery-subjects.ts';
import { webhookOrThrow } from '../management/find-webhook.ts';
import { mayRead } from '../management/message-permission.ts';
import { createdIn, type Period } from './redeliver.ts';

/** Most failed deliveries of a period that are counted. */
const COUNT_LIMIT = 10_000;
/** Most deliveries whose chats are read. */
const SUBJECTS_LIMIT = 500;
/** Most chats that a preview lists. */
const CHATS_LIMIT = 20;

/** Deliveries, by their ids or all failed ones of a period. */
export type Selection = { deliveryIds: readonly string[] } | Period;

/** A chat, and how many of the deliveries are of its events. */
export interface ChatCount extends Pick<DeliverySubject, 'instanceId' | 'contactName'> {
	chatId: string;
	deliveries: number;
}

/** The deliveries that a retry of a selection would change. */
export interface RetryPreview {
	deliveries: number;
	/** Whether there are more than were counted. */
	more: boolean;
	/** How many are finished, such as failed or cancelled ones: their retry schedule begins again. */
	finished: number;
	byEvent: { event: EventKind; deliveries: number }[];
	/** Epoch milliseconds; null: there are no deliveries. */
	oldestAt: number | null;
	newestAt: number | null;
	/** The chats with most deliveries; null: the caller may not read messages. */
	chats: ChatCount[] | null;
	/** Whether there are more chats, or deliveries whose chats were not read. */
	moreChats: boolean;
}

interface SelectedDelivery {
	id: DeliveryId;
	kind: EventKind;
	status: DeliveryStatus;
}

/**
 * Returns what a retry of deliveries would change, and changes nothing. Throws webhook_not_found, and invalid_parameters
 * where a date does not exist.
 */
export async function previewRetry(
	db: Db,
	webhookId: string,
	selection: Selection,
	{ caller, now }: { caller: Caller; now: number },
): Promise<RetryPreview> {
	const { id } = await webhookOrThrow(db, webhookId);
	const found: SelectedDelivery[] =
		'deliveryIds' in selection
			? await findDeliveries(db, id, selection.deliveryIds as readonly DeliveryId[])
			: await listFailedDeliveries(db, { webhookId: id, ...createdIn(selection, now) }, COUNT_LIMIT + 1);
	const more = found.length > COUNT_LIMIT;
	const selected = found.slice(0, COUNT_LIMIT);
	const isOpen = ({ status }: SelectedDelivery): boolean =>
		OPEN_DELIVERY_STATUSES.some((open) => open === status);
	const kinds = countBy(selected, ({ kind }) => kind);
	const readable = mayRead(caller, 'message.received');
	const chats = readable ? await chatsOf(db, selected.slice(0, SUBJECTS_LIMIT)) : null;
	const [first, last] = [selected.at(0), selected.at(-1)];
	return {
		deliveries: selected.length,
		more,
		finished: selected.filter((one) => !isOpen(one)).length,
		byEvent: [...kinds].map(([event, deliveries]) => ({ event, deliveries })).sort(mostFirst),
		oldestAt: first === undefined ? null : timestampOfId(first.id),
		newestAt: last === undefined ? null : timestampOfId(last.id),
		chats: chats?.slice(0, CHATS_LIMIT) ?? null,
		moreChats: chats !== null && (chats.length > CHATS_LIMIT || selected.length > SUBJECTS_LIMIT),
	};
}

async function chatsOf(db: Db, selected: readonly SelectedDelivery[]): Promise<ChatCount[]> {
	const eventIds = await findEventIds(
		db,
		selected.map(({ id }) => id),
	);
	const subjects = await findSubjects(db, eventIds);
	const chats = new Map<string, ChatCount>();
	for (const eventId of eventIds) {
		const { instanceId = null, chatId = null, contactName = null } = subjects.get(eventId) ?? {};
		if (chatId === null) continue;
		const key = `${instanceId ?? ''} ${chatId}`;
		const chat = chats.get(key) ?? { instanceId, chatId, contactName, deliveries: 0 };
		chats.set(key, { ...chat, deliveries: chat.deliveries + 1 });
	}
	return [...chats.values()].sort(mostFirst);
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
	const counts = new Map<Key, number>();
	for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
	return counts;
}

function mostFirst(a: { deliveries: number }, b: { deliveries: number }): number {
	return b.deliveries - a.deliveries;
}
