import type { Static } from 'typebox';
import { timestamp } from '../../domain/clock.ts';
import type { AuditLogTable, EventTable } from '../../store/schema.ts';
import type { AuditEntry, LoggedEvent } from './events-schema.ts';

/** An entry of the audit log, as the API shows it. */
export function auditEntryView(row: AuditLogTable): Static<typeof AuditEntry> {
	return {
		auditId: row.id,
		at: timestamp(row.at),
		actor: row.actor,
		actorName: row.actor_name,
		action: row.action,
		target: row.target,
		details: row.details === null ? null : (JSON.parse(row.details) as Record<string, unknown>),
	};
}

/** A stored event, as the API shows it. */
export function loggedEventView(row: EventTable): Static<typeof LoggedEvent> {
	return {
		eventId: row.id,
		kind: row.kind,
		instanceId: row.instance_id === '' ? null : row.instance_id,
		at: timestamp(row.created_at),
		payload: JSON.parse(row.body) as Record<string, unknown>,
	};
}
