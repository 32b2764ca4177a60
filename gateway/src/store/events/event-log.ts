import type { EventKind } from '../../domain/event.ts';
import { minIdAt, timestampOfId, type EventId, type InstanceId } from '../../domain/ids.ts';
import type { Db, EventTable, MessageRow } from '../schema.ts';

/** Events looked at for one page, at most: there is no index by kind or instance, which every event would pay for. */
const LOOKED_AT = 10_000;

/** Which events a list is about; what is absent does not restrict it. */
export interface EventFilter {
	kind?: EventKind | undefined;
	instanceId?: string | undefined;
	/** Only strictly older ones. */
	before?: EventId | undefined;
}

export interface EventPage {
	events: EventTable[];
	/** Where to go on; null where there is nothing older. */
	nextCursor: EventId | null;
}

/**
 * Events newest first. A page ends after `limit` of them, or after 10,000 looked at: one with few events, or none,
 * is the last only where there is no cursor to go on from.
 */
export async function listEvents(db: Db, filter: EventFilter, limit: number): Promise<EventPage> {
	const { kind, instanceId, before } = filter;
	const older = db.selectFrom('events').orderBy('id', 'desc');
	const asked = before === undefined ? older : older.where('id', '<', before);
	const end = await asked.select('id').offset(LOOKED_AT).limit(1).executeTakeFirst();
	let query = asked.selectAll();
	if (end !== undefined) query = query.where('id', '>', end.id);
	if (kind !== undefined) query = query.where('kind', '=', kind);
	if (instanceId !== undefined) query = query.where('instance_id', '=', instanceId as InstanceId);
	// One more than asked for tells whether there is a next page.
	const events = await query.limit(limit + 1).execute();
	if (events.length > limit) {
		const page = events.slice(0, limit);
		return { events: page, nextCursor: page.at(-1)?.id ?? null };
	}
	return { events, nextCursor: end === undefined ? null : await lastLookedAt(db, end.id) };
}

async function lastLookedAt(db: Db, end: EventId): Promise<EventId> {
	const row = await db
		.selectFrom('events')
		.select('id')
		.where('id', '>', end)
		.orderBy('id')
		.limit(1)
		.executeTakeFirst();
	return row?.id ?? end;
}

/** Events by their ids, oldest first. */
export function findEvents(db: Db, ids: readonly EventId[]): Promise<EventTable[]> {
	if (ids.length === 0) return Promise.resolve([]);
	return db.selectFrom('events').selectAll().where('id', 'in', ids).orderBy('id').execute();
}

/** Events from an id on, oldest first. */
export function findEventsSince(db: Db, first: EventId, limit: number): Promise<EventTable[]> {
	return db.selectFrom('events').selectAll().where('id', '>=', first).orderBy('id').limit(limit).execute();
}

/** Milliseconds within which a message that arrives and its event get their ids. */
const SAME_COMMIT = 5000;
/** Milliseconds within which the event of a message is recorded whose content was waited for. */
const TOLD_LATE = 150_000;

/**
 * The events of a message, as far as they are still kept. They carry no index of messages: those of an outbound
 * message are found by the moments that are stored with it, the one of an inbound message by when its id was made.
 */
export async function findEventsOfMessage(
	db: Db,
	message: MessageRow,
): Promise<Pick<EventTable, 'id' | 'kind'>[]> {
	const own = db
		.selectFrom('events')
		.select(['id', 'kind'])
		.where('instance_id', '=', message.instance_id)
		.where('body', 'like', `%"messageId":"${message.id}"%`)
		.orderBy('id');
	if (message.direction === 'inbound') {
		const made = timestampOfId(message.id);
		const told = (from: number, until: number) =>
			own
				.where('kind', '=', 'message.received')
				.where('id', '>=', minIdAt('evt', from))
				.where('id', '<', minIdAt('evt', until))
				.execute();
		const atOnce = await told(made, made + SAME_COMMIT);
		return atOnce.length > 0 ? atOnce : told(made + SAME_COMMIT, made + TOLD_LATE);
	}
	const moments = [message.sent_at, message.delivered_at, message.read_at, message.failed_at];
	const known = moments.filter((at) => at !== null);
	return known.length === 0 ? [] : own.where('created_at', 'in', known).execute();
}
