import { serialiseEvent, type GatewayEvent } from '../../domain/events/event.ts';
import type { EventId } from '../../domain/ids.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';
import type { Db, EventTable } from '../schema.ts';

const INSERT_EVENTS = insertInto('events', {
	id: 'text',
	instance_id: 'text',
	kind: 'text',
	body: 'text',
	created_at: 'bigint',
});

/** The row of an event that happened at a time (epoch milliseconds). */
export function eventRow(
	id: EventId,
	event: GatewayEvent,
	at: number,
	body = serialiseEvent(id, event, at),
): EventTable {
	return { id, instance_id: event.data.instanceId ?? '', kind: event.kind, body, created_at: at };
}

export function insertEvents(db: Db, rows: readonly EventTable[]): Promise<void> {
	return writeRows(db, INSERT_EVENTS, rows);
}
