import type { DueRange } from '../../domain/due-range.ts';
import type { AlertId, NoticeId } from '../../domain/ids.ts';
import { lockRows } from '../engine/engine.ts';
import { isDueIn } from '../engine/is-due.ts';
import type { AlertNoticeRow, AlertRow, Db, NoticeStatus } from '../schema.ts';

/** A mail has this many alerts at most. */
const BATCH_SIZE = 50;

/** A notice that is being sent, with its alert. */
export interface ClaimedNotice {
	notice: AlertNoticeRow;
	alert: AlertRow;
}

/** Stores a notice to be sent. */
export async function insertNotice(db: Db, notice: AlertNoticeRow): Promise<void> {
	await db.insertInto('alert_notices').values(notice).execute();
}

/** Ends the unsent notices of an alert, because their content is out of date. */
export async function supersedeNotices(db: Db, alertId: AlertId, now: number): Promise<void> {
	await db
		.updateTable('alert_notices')
		.set({ status: 'superseded', due_at: null, finished_at: now })
		.where('alert_id', '=', alertId)
		.where('due_at', 'is not', null)
		.execute();
}

/**
 * Claims notices that are due until `until` (epoch milliseconds), oldest first. Until then no other gateway sends them;
 * afterwards another one does if this gateway has ended.
 */
export async function claimNotices(
	db: Db,
	{ until, ...range }: DueRange & { until: number },
): Promise<ClaimedNotice[]> {
	const due = db.selectFrom('alert_notices').selectAll().where(isDueIn('due_at', range));
	const rows = await lockRows(db, due.orderBy('due_at').orderBy('id').limit(BATCH_SIZE)).execute();
	if (rows.length === 0) return [];
	const ids = rows.map(({ id }) => id);
	await db
		.updateTable('alert_notices')
		.set((eb) => ({ due_at: until, attempts: eb('attempts', '+', 1) }))
		.where('id', 'in', ids)
		.execute();
	const alerts = await db
		.selectFrom('alerts')
		.selectAll()
		.where(
			'id',
			'in',
			rows.map(({ alert_id: id }) => id),
		)
		.execute();
	const byId = new Map(alerts.map((alert) => [alert.id, alert]));
	return rows.flatMap((notice) => {
		const alert = byId.get(notice.alert_id);
		return alert === undefined ? [] : { notice: { ...notice, attempts: notice.attempts + 1 }, alert };
	});
}

/** The outcome of a try: the notice is finished, or due again. */
export interface NoticeOutcome {
	status: NoticeStatus;
	dueAt: number | null;
	error: string | null;
}

/** Records the outcome of a try, unless the notice was claimed again or superseded meanwhile. */
export async function recordOutcome(
	db: Db,
	{ id, attempts }: { id: NoticeId; attempts: number },
	{ status, dueAt, error }: NoticeOutcome,
	now: number,
): Promise<void> {
	await db
		.updateTable('alert_notices')
		.set({ status, due_at: dueAt, finished_at: dueAt === null ? now : null, error })
		.where('id', '=', id)
		.where('attempts', '=', attempts)
		.where('due_at', 'is not', null)
		.execute();
}

/** When the next notice is due; null: none is pending. */
export async function findNextDue(db: Db): Promise<number | null> {
	const row = await db
		.selectFrom('alert_notices')
		.select('due_at')
		.where('due_at', 'is not', null)
		.orderBy('due_at')
		.limit(1)
		.executeTakeFirst();
	return row?.due_at ?? null;
}

/** The latest notice of each of these alerts that is not superseded. */
export async function latestNotices(
	db: Db,
	alertIds: readonly AlertId[],
): Promise<ReadonlyMap<AlertId, AlertNoticeRow>> {
	if (alertIds.length === 0) return new Map();
	const rows = await db
		.selectFrom('alert_notices')
		.selectAll()
		.where('alert_id', 'in', alertIds)
		.where('status', '!=', 'superseded')
		.orderBy('alert_id')
		.orderBy('id')
		.execute();
	return new Map(rows.map((row) => [row.alert_id, row]));
}

/** The state of the mails: the last one that was sent, the last failure, and how many wait. */
export interface MailHistory {
	lastSentAt: number | null;
	/** The error of the last notice whose latest try failed; null where a notice was sent since. */
	lastError: { error: string; at: number | null } | null;
	waiting: number;
}

/** Most notices that are read for the history. */
const HISTORY_LIMIT = 100;

/** Reads whether the mails of alerts were sent. */
export async function readMailHistory(db: Db): Promise<MailHistory> {
	const pending = await db
		.selectFrom('alert_notices')
		.select(['error', 'due_at'])
		.where('due_at', 'is not', null)
		.orderBy('due_at')
		.limit(HISTORY_LIMIT)
		.execute();
	const finished = await db
		.selectFrom('alert_notices')
		.select(['status', 'error', 'finished_at'])
		.where('finished_at', 'is not', null)
		.orderBy('finished_at', 'desc')
		.limit(HISTORY_LIMIT)
		.execute();
	const sent = finished.find(({ status }) => status === 'sent');
	const waiting = pending.find(({ error }) => error !== null);
	const [last] = finished.filter(({ status }) => status === 'sent' || status === 'failed');
	const failed = waiting ?? (last?.error === null ? undefined : last);
	const at = failed !== undefined && 'finished_at' in failed ? failed.finished_at : null;
	return {
		lastSentAt: sent?.finished_at ?? null,
		lastError: typeof failed?.error === 'string' ? { error: failed.error, at } : null,
		waiting: pending.length,
	};
}
