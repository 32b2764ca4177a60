import { sql } from 'kysely';
import type { EventKind } from '../../domain/events/event-kind.ts';
import { minIdAt, timestampOfId, type EventId, type InstanceId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import type { Db, EventTable, MessageRow } from '../schema.ts';
import { namesChat } from './event-chat.ts';

/** Most events read for one page: an index by kind or instance would slow down the insert of every event. */
const SCAN_LIMIT = 10_000;

/** Restricts a list of events; an absent property does not restrict it. */
export interface EventFilter {
	kind?: EventKind | undefined;
	instanceId?: string | undefined;
	/** Only events of one of these chats. */
	chatIds?: readonly string[] | undefined;
	/** Only events from this time on, and before this one (epoch milliseconds). */
	from?: number | undefined;
	to?: number | undefined;
	/** Only events strictly older than this one. */
	before?: EventId | undefined;
}

export interface EventPage {
	events: EventTable[];
	/** The cursor of the next page; null where there are no older events. */
	nextCursor: EventId | null;
}

/**
 * Lists events, newest first. A page ends after `limit` events, or after 10,000 events were read: a page with few
 * events, or none, is the last page only where it has no cursor.
 */
export async function listEvents(db: Db, filter: EventFilter, limit: number): Promise<EventPage> {
	const { kind, instanceId, chatIds } = filter;
	const range = rangeOf(db, filter);
	const end = await range.select('id').offset(SCAN_LIMIT).limit(1).executeTakeFirst();
	let query = range.selectAll();
	if (end !== undefined) query = query.where('id', '>', end.id);
	if (kind !== undefined) query = query.where('kind', '=', kind);
	if (instanceId !== undefined) query = query.where('instance_id', '=', instanceId as InstanceId);
	if (chatIds !== undefined)
		query = query.where((where) => where.or(chatIds.map((id) => namesChat(db, sql.ref('events.body'), id))));
	// One event more than the limit shows whether there is a next page.
	const events = await query.limit(limit + 1).execute();
	if (events.length > limit) {
		const page = events.slice(0, limit);
		return { events: page, nextCursor: page.at(-1)?.id ?? null };
	}
	return { events, nextCursor: end === undefined ? null : await oldestAfter(db, end.id) };
}

/** The events of the time that a filter names, newest first. */
function rangeOf(db: Db, { before, from, to }: EventFilter) {
	let range = db.selectFrom('events').orderBy('id', 'desc');
	if (before !== undefined) range = range.where('id', '<', before);
	if (from !== undefined) range = range.where('id', '>=', minIdAt('evt', from));
	if (to !== undefined) range = range.where('id', '<', minIdAt('evt', to));
	return range;
}

/** The oldest event that the page has read: the one after `end`. */
async function oldestAfter(db: Db, end: EventId): Promise<EventId> {
	const row = await db
		.selectFrom('events')
		.select('id')
		.where('id', '>', end)
		.orderBy('id')
		.limit(1)
		.executeTakeFirst();
	return row?.id ?? end;
}

/** Finds events by their ids, oldest first. */
export function findEvents(db: Db, ids: readonly EventId[]): Promise<EventTable[]> {
	if (ids.length === 0) return Promise.resolve([]);
	return db.selectFrom('events').selectAll().where('id', 'in', padInList(ids)).orderBy('id').execute();
}

/** Finds events between two ids, oldest first. */
export function findEventsBetween(
	db: Db,
	{ after, before }: { after: EventId; before: EventId },
	limit: number,
): Promise<EventTable[]> {
	return db
		.selectFrom('events')
		.selectAll()
		.where('id', '>', after)
		.where('id', '<', before)
		.orderBy('id')
		.limit(limit)
		.execute();
}

/** Milliseconds between the id of a received message and the id of its event, at most. */
const SAME_COMMIT = 5000;
/** Milliseconds between these ids for a message whose content was missing at first. */
const REPORTED_LATE = 150_000;

/**
 * The events of a message that retention has not deleted. Events have no index by message: the query finds those of an
 * outbound message by the times in its row, and the one of an inbound message by the creation time of its id.
 */
export async function findEventsOfMessage(
	db: Db,
	message: MessageRow,
): Promise<Pick<EventTable, 'id' | 'kind'>[]> {
	const events = db
		.selectFrom('events')
		.select(['id', 'kind'])
		.where('instance_id', '=', message.instance_id)
		.where('body', 'like', `%"messageId":"${message.id}"%`)
		.orderBy('id');
	if (message.direction === 'inbound') {
		const createdAt = timestampOfId(message.id);
		const received = (from: number, until: number) =>
			events
				.where('kind', '=', 'message.received')
				.where('id', '>=', minIdAt('evt', from))
				.where('id', '<', minIdAt('evt', until))
				.execute();
		const sameCommit = await received(createdAt, createdAt + SAME_COMMIT);
		return sameCommit.length > 0 ? sameCommit : received(createdAt + SAME_COMMIT, createdAt + REPORTED_LATE);
	}
	const times = [message.sent_at, message.delivered_at, message.read_at, message.failed_at];
	const reached = times.filter((at) => at !== null);
	return reached.length === 0 ? [] : events.where('created_at', 'in', padInList(reached)).execute();
}
