import { sql, type RawBuilder } from 'kysely';
import type { EventKind } from '../../domain/events/event-kind.ts';
import { minIdAt, type EventId, type InstanceId } from '../../domain/ids.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/webhooks/webhook.ts';
import { engineOf } from '../engine/engine.ts';
import type { Db } from '../schema.ts';
import { isAboutMessage } from './message-of-event.ts';
import type { Period } from './slice.ts';

/** The number of events of an instance, of those about messages, and of their deliveries. */
export interface EventCount {
	instance_id: InstanceId;
	events: number;
	about_messages: number;
	deliveries: number;
}

/** Counts the events of a period by instance, without those of no instance. */
export async function countEvents(db: Db, { from, to }: Period): Promise<EventCount[]> {
	const { rows } = await sql<EventCount>`select events.instance_id, count(*) as events,
			sum(case when ${isAboutMessage(db)} then 1 else 0 end) as about_messages,
			coalesce(sum(events.deliveries), 0) as deliveries
		from events
		where events.id >= ${minIdAt('evt', from)} and events.id < ${minIdAt('evt', to)} and events.instance_id <> ''
		group by events.instance_id`.execute(db);
	return rows;
}

/**
 * The join of events with their deliveries, by the index of the events. `offset 0` keeps PostgreSQL from reading all
 * deliveries for one join, which it estimates as cheaper than a lookup for each event.
 */
function joinDeliveries(db: Db): RawBuilder<unknown> {
	return engineOf(db) === 'postgres'
		? sql`cross join lateral
			(select status from deliveries where deliveries.event_id = events.id offset 0) as deliveries`
		: sql`join deliveries on deliveries.event_id = events.id`;
}

export interface DeliveryCount {
	instance_id: InstanceId;
	status: DeliveryStatus;
	deliveries: number;
}

/** Counts the deliveries of the events of a period by instance and status. */
export async function countDeliveries(db: Db, { from, to }: Period): Promise<DeliveryCount[]> {
	const { rows } =
		await sql<DeliveryCount>`select events.instance_id, deliveries.status, count(*) as deliveries
		from events ${joinDeliveries(db)}
		where events.id >= ${minIdAt('evt', from)} and events.id < ${minIdAt('evt', to)} and events.instance_id <> ''
		group by events.instance_id, deliveries.status`.execute(db);
	return rows;
}

/** An event, and how many of its deliveries are missing. */
export interface Undelivered {
	id: EventId;
	instance_id: InstanceId;
	kind: EventKind;
	missing: number;
}

/**
 * Finds the events of a period that have fewer deliveries than they were recorded with. Events of earlier versions,
 * which did not count them, are left out.
 */
export async function findUndelivered(db: Db, { from, to }: Period): Promise<Undelivered[]> {
	const { rows } = await sql<Undelivered>`select id, instance_id, kind, deliveries - present as missing from (
			select events.id, events.instance_id, events.kind, events.deliveries,
				(select count(*) from deliveries
					where deliveries.event_id = events.id and deliveries.created_at = events.created_at) as present
			from events
			where events.id >= ${minIdAt('evt', from)} and events.id < ${minIdAt('evt', to)}
				and events.instance_id <> '' and events.deliveries > 0
		) as counted
		where deliveries > present`.execute(db);
	return rows;
}

const STATUSES = sql.join(DELIVERY_STATUSES.map((status) => sql.lit(status)));

/** Finds the events of a period with deliveries whose status is none. */
export async function findDeliveriesWithoutStatus(db: Db, { from, to }: Period): Promise<Undelivered[]> {
	const { rows } =
		await sql<Undelivered>`select events.id, events.instance_id, events.kind, count(*) as missing
		from events ${joinDeliveries(db)}
		where events.id >= ${minIdAt('evt', from)} and events.id < ${minIdAt('evt', to)} and events.instance_id <> ''
			and deliveries.status not in (${STATUSES})
		group by events.id, events.instance_id, events.kind`.execute(db);
	return rows;
}
