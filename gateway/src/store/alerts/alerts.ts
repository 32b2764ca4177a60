import { ALERT_KINDS, type AlertKind, type Condition } from '../../domain/alerts/alert.ts';
import type { AlertUpdate, OpenAlert } from '../../domain/alerts/alert-plan.ts';
import type { AlertId } from '../../domain/ids.ts';
import type { AlertRow, Db } from '../schema.ts';

/** Most alerts that are open at a time: beyond it no further one begins. */
export const OPEN_LIMIT = 1000;

/** An alert that has not ended, with its row. */
export type StoredAlert = OpenAlert & { row: AlertRow };

/** Returns the alerts that have not ended, oldest first. */
export async function listOpenAlerts(db: Db): Promise<StoredAlert[]> {
	const rows = await db
		.selectFrom('alerts')
		.selectAll()
		.where('resolved_at', 'is', null)
		.orderBy('kind')
		.orderBy('subject')
		.limit(OPEN_LIMIT)
		.execute();
	return rows.map((row) => ({
		row,
		kind: row.kind,
		subject: row.subject,
		message: row.message,
		advice: row.advice,
		clearedAt: row.cleared_at,
		recurrences: row.recurrences,
		notifiedAt: row.notified_at,
		acknowledgedAt: row.acknowledged_at,
		mutedUntil: row.muted_until,
	}));
}

/** Returns the alert of the same kind and subject that began last; undefined: there was none. */
export function findLastAlert(
	db: Db,
	{ kind, subject }: Pick<Condition, 'kind' | 'subject'>,
): Promise<AlertRow | undefined> {
	return db
		.selectFrom('alerts')
		.selectAll()
		.where('kind', '=', kind)
		.where('subject', '=', subject)
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
}

/** Inserts an alert; returns false where one of its kind and subject is open already. */
export async function insertAlert(db: Db, alert: AlertRow): Promise<boolean> {
	const result = await db
		.insertInto('alerts')
		.values(alert)
		.onConflict((conflict) =>
			conflict.columns(['kind', 'subject']).where('resolved_at', 'is', null).doNothing(),
		)
		.executeTakeFirst();
	return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Changes an alert that has not ended, and whose condition held at `now`. */
export async function updateAlert(db: Db, id: AlertId, set: AlertUpdate, now: number): Promise<void> {
	await db
		.updateTable('alerts')
		.set({
			seen_at: now,
			...(set.message === undefined ? {} : { message: set.message }),
			...(set.advice === undefined ? {} : { advice: set.advice }),
			...(set.clearedAt === undefined ? {} : { cleared_at: set.clearedAt }),
			...(set.recurrences === undefined ? {} : { recurrences: set.recurrences }),
			...(set.notifiedAt === undefined ? {} : { notified_at: set.notifiedAt }),
		})
		.where('id', '=', id)
		.where('resolved_at', 'is', null)
		.execute();
}

/** Stores that the conditions of these alerts still hold. */
export async function touchAlerts(db: Db, ids: readonly AlertId[], now: number): Promise<void> {
	if (ids.length === 0) return;
	await db.updateTable('alerts').set({ seen_at: now }).where('id', 'in', ids).execute();
}

/** Ends an alert; returns false where it has ended already. */
export async function resolveAlert(db: Db, id: AlertId, at: number): Promise<boolean> {
	const result = await db
		.updateTable('alerts')
		.set({ resolved_at: at })
		.where('id', '=', id)
		.where('resolved_at', 'is', null)
		.executeTakeFirst();
	return result.numUpdatedRows > 0n;
}

/** Finds an alert by its id. */
export function findAlert(db: Db, id: string): Promise<AlertRow | undefined> {
	return db
		.selectFrom('alerts')
		.selectAll()
		.where('id', '=', id as AlertId)
		.executeTakeFirst();
}

/** Acknowledges an alert that is firing; an earlier acknowledgement is kept. */
export async function acknowledgeAlert(
	db: Db,
	id: AlertId,
	{ by, at }: { by: string; at: number },
): Promise<void> {
	await db
		.updateTable('alerts')
		.set({ acknowledged_at: at, acknowledged_by: by })
		.where('id', '=', id)
		.where('acknowledged_at', 'is', null)
		.execute();
}

/** Mutes an alert until a time; null: not any more. */
export async function muteAlert(db: Db, id: AlertId, until: number | null): Promise<void> {
	await db.updateTable('alerts').set({ muted_until: until }).where('id', '=', id).execute();
}

/** One page of the alerts that ended, those that ended last first. */
export async function listResolvedAlerts(
	db: Db,
	{ before, limit }: { before: string | null; limit: number },
): Promise<AlertRow[]> {
	const last = before === null ? undefined : await findAlert(db, before);
	const lastAt = last?.resolved_at ?? null;
	return db
		.selectFrom('alerts')
		.selectAll()
		.where('resolved_at', 'is not', null)
		.$if(last !== undefined && lastAt !== null, (query) =>
			query.where((eb) =>
				eb.or([
					eb('resolved_at', '<', lastAt),
					eb.and([eb('resolved_at', '=', lastAt), eb('id', '<', last?.id ?? ('' as AlertId))]),
				]),
			),
		)
		.orderBy('resolved_at', 'desc')
		.orderBy('id', 'desc')
		.limit(limit)
		.execute();
}

/** How many alerts are firing, and how many of them nobody has acknowledged or muted. */
export async function countFiring(db: Db, now: number): Promise<{ firing: number; unattended: number }> {
	const rows = await db
		.selectFrom('alerts')
		.select(['acknowledged_at', 'muted_until'])
		.where('resolved_at', 'is', null)
		.limit(OPEN_LIMIT)
		.execute();
	const unattended = rows.filter(
		({ acknowledged_at: acknowledged, muted_until: until }) => acknowledged === null && (until ?? 0) <= now,
	);
	return { firing: rows.length, unattended: unattended.length };
}

/** How many alerts of each kind are firing; every kind is present. */
export async function countFiringByKind(db: Db): Promise<Record<AlertKind, number>> {
	const rows = await db
		.selectFrom('alerts')
		.select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
		.where('resolved_at', 'is', null)
		.groupBy('kind')
		.execute();
	const counts = Object.fromEntries(ALERT_KINDS.map((kind) => [kind, 0])) as Record<AlertKind, number>;
	for (const { kind, count } of rows) counts[kind] = count;
	return counts;
}

/** Finds alerts that ended before a time (epoch milliseconds). */
export async function findOldAlerts(db: Db, before: number, limit: number): Promise<AlertId[]> {
	const rows = await db
		.selectFrom('alerts')
		.select('id')
		.where('resolved_at', '<', before)
		.orderBy('resolved_at')
		.limit(limit)
		.execute();
	return rows.map(({ id }) => id);
}

/** Deletes alerts with their notices; returns how many. */
export async function deleteAlerts(db: Db, ids: readonly AlertId[]): Promise<number> {
	const result = await db.deleteFrom('alerts').where('id', 'in', ids).executeTakeFirst();
	return Number(result.numDeletedRows);
}
