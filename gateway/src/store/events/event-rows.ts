import type { GatewayEvent } from '../../domain/events/event.ts';
import type { EventId } from '../../domain/ids.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';
import type { Db, EventTable } from '../schema.ts';
import { serialiseEvent } from '../../domain/events/envelope.ts';

const INSERT_EVENTS = insertInto('events', {
	id: 'text',
	instance_id: 'text',
	kind: 'text',
	body: 'text',
	created_at: 'bigint',
	deliveries: 'bigint',
});

/** The row of an event that happened at a time (epoch milliseconds), and how many deliveries are inserted with it. */
export function eventRow(
	id: EventId,
	event: GatewayEvent,
	{ at, deliveries }: { at: number; deliveries: number },
	body = serialiseEvent(id, event, at),
): EventTable {
	const { kind, data } = event;
	return { id, instance_id: data.instanceId ?? '', kind, body, created_at: at, deliveries };
}

/** Stores events. */
export function insertEvents(db: Db, rows: readonly EventTable[]): Promise<void> {
	return writeRows(db, INSERT_EVENTS, rows);
}
