import { sql, type RawBuilder } from 'kysely';
import type { EventKind } from '../../domain/events/event-kind.ts';
import { minIdAt, timestampOfId, type InstanceId, type MessageId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';
import { isAboutMessage, messageOfEvent } from './message-of-event.ts';
import type { ComparedPeriod, Period } from './slice.ts';

/** A message without an event of a kind. */
export interface MissingEvent {
	id: MessageId;
	instance_id: InstanceId;
	kind: EventKind;
}

/** Milliseconds between the id of a stored message and the id of its event, which one transaction writes. */
const SAME_COMMIT = 5000;
/** Milliseconds between these ids for a message whose content was missing at first, or after the database was unreachable. */
const LATER = 15 * 60_000;
/** Most messages of a slice whose later events are looked up, one after the other. */
const LOOKUPS_LIMIT = 200;

/** Finds the messages that a network delivered in a period and that have no event. */
export async function findUnreported(db: Db, { from, to }: Period): Promise<MissingEvent[]> {
	const { rows } = await sql<MissingEvent>`with reported as materialized (
			select ${messageOfEvent(db)} as message_id from events
			where events.id >= ${minIdAt('evt', from)} and events.id < ${minIdAt('evt', to + SAME_COMMIT)}
				and events.kind in ('message.received', 'message.echo')
		)
		select messages.id, messages.instance_id,
			case when messages.direction = 'inbound' then 'message.received' else 'message.echo' end as kind
		from messages
		where messages.id >= ${minIdAt('msg', from)} and messages.id < ${minIdAt('msg', to)}
			and ((messages.direction = 'inbound' and messages.origin is null) or messages.origin = 'phone')
			and messages.report_at is null and messages.id not in (select message_id from reported)
		order by messages.id`.execute(db);
	const missing: MissingEvent[] = [];
	for (const [index, row] of rows.entries()) {
		if (index >= LOOKUPS_LIMIT || !(await isReportedLater(db, row))) missing.push(row);
	}
	return missing;
}

async function isReportedLater(db: Db, { id, kind }: MissingEvent): Promise<boolean> {
	const at = timestampOfId(id);
	const { rows } = await sql`select 1 from events
		where events.id >= ${minIdAt('evt', at)} and events.id < ${minIdAt('evt', at + LATER)}
			and events.kind = ${kind} and ${messageOfEvent(db)} = ${id} limit 1`.execute(db);
	return rows.length > 0;
}

/**
 * Finds the statuses that messages to the network, accepted in a period, have reached and that have no event. The event
 * of a status has the time of the status. A scalar subquery, and not `not exists`, keeps PostgreSQL from reading all
 * events for one join.
 */
export async function findUnreportedStatuses(db: Db, { from, to }: Period): Promise<MissingEvent[]> {
	const missing = (kind: EventKind, time: string, condition: RawBuilder<boolean>) =>
		sql`select messages.id, messages.instance_id, ${sql.lit(kind)} as kind from messages
			where messages.id >= ${minIdAt('msg', from)} and messages.id < ${minIdAt('msg', to)}
				and messages.direction = 'outbound' and ${condition} and ${sql.ref(time)} is not null
				and (select 1 from events where events.created_at = ${sql.ref(time)}
					and events.kind = ${sql.lit(kind)} and events.instance_id = messages.instance_id
					and ${messageOfEvent(db)} = messages.id limit 1) is null`;
	const isSent = sql<boolean>`messages.origin is null`;
	const isOwn = sql<boolean>`(messages.origin is null or messages.origin = 'phone')`;
	const { rows } = await sql<MissingEvent>`${missing('message.sent', 'messages.sent_at', isSent)}
		union all ${missing('message.delivered', 'messages.delivered_at', isOwn)}
		union all ${missing('message.read', 'messages.read_at', isOwn)}
		union all ${missing('message.failed', 'messages.failed_at', isOwn)}`.execute(db);
	return rows;
}

/** An event about a message that is not stored. */
export interface OrphanedEvent {
	id: string;
	instance_id: InstanceId;
	message_id: MessageId;
}

/**
 * Finds the messages that have events in a period and should be stored, but are not: each once, with its first event,
 * and none of an instance that is being deleted.
 */
export async function findOrphanedEvents(
	db: Db,
	{ from, to, messagesSince }: ComparedPeriod,
): Promise<OrphanedEvent[]> {
	const { rows } =
		await sql<OrphanedEvent>`select min(about.id) as id, about.instance_id, about.message_id from (
			select events.id, events.instance_id, ${messageOfEvent(db)} as message_id from events
			where events.id >= ${minIdAt('evt', from)} and events.id < ${minIdAt('evt', to)}
				and events.instance_id <> '' and ${isAboutMessage(db)}
		) as about left join messages on messages.id = about.message_id
		where messages.id is null and about.message_id >= ${minIdAt('msg', messagesSince)}
			and about.instance_id not in (select id from instances where deleting_at is not null)
		group by about.instance_id, about.message_id`.execute(db);
	return rows;
}
