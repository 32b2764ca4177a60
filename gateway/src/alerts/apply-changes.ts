import { screenOf, type Condition, type NoticeKind } from '../domain/alerts/alert.ts';
import { planChanges, type AlertChange } from '../domain/alerts/alert-plan.ts';
import { timestamp } from '../domain/clock.ts';
import type { EventData, GatewayEvent } from '../domain/events/event.ts';
import type { NewId } from '../domain/ids.ts';
import { acquireJobLock, releaseJobLock } from '../store/cluster/job-locks.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import { recordEvent } from '../store/events/events.ts';
import {
	findLastAlert,
	insertAlert,
	listOpenAlerts,
	OPEN_LIMIT,
	resolveAlert,
	updateAlert,
	type StoredAlert,
} from '../store/alerts/alerts.ts';
import { insertNotice, supersedeNotices } from '../store/alerts/notices.ts';
import type { AlertRow } from '../store/schema.ts';

/** Milliseconds after the end of an alert in which a new one counts as its recurrence. */
const RECURRENCE_WINDOW = 3_600_000;
/** Milliseconds after which the lock of a crashed gateway expires. */
const LOCK_DURATION = 60_000;

export interface ApplyDeps {
	newId: NewId;
	/** The URL of the page, without a slash at the end. */
	pageUrl: string;
	/** Whether alerts are sent by mail. */
	hasMail: boolean;
}

/**
 * Updates the stored alerts by the present conditions, in one transaction, and records the event and the mail of each
 * begin, reminder and end. One gateway at a time holds the lock, so that each is reported once. `judged` returns which
 * open alerts the caller can judge. Returns how many alerts changed; also 0 where another gateway holds the lock.
 */
export async function applyChanges(
	scope: CommitScope,
	deps: ApplyDeps,
	{ conditions, judged }: { conditions: readonly Condition[]; judged: (alert: StoredAlert) => boolean },
	now: number,
): Promise<number> {
	const { db } = scope;
	const expiresAt = now + LOCK_DURATION;
	if (!(await acquireJobLock(db, 'alerts', { now, expiresAt }))) return 0;
	const open = await listOpenAlerts(db);
	const room = Math.max(0, OPEN_LIMIT - open.length);
	const changes = planChanges(open.filter(judged), conditions, now);
	const begins = changes.filter((change) => change.do === 'open').slice(0, room);
	for (const change of changes) {
		if (change.do !== 'open' || begins.includes(change)) await apply(scope, deps, change, now);
	}
	if (changes.length > 0) scope.emit({ kind: 'alerts_changed' });
	await releaseJobLock(db, 'alerts', expiresAt);
	return changes.length;
}

async function apply(
	scope: CommitScope,
	deps: ApplyDeps,
	change: AlertChange<StoredAlert>,
	now: number,
): Promise<void> {
	const { db } = scope;
	if (change.do === 'open') {
		const row = await newAlert(scope, deps, change.condition, now);
		if (!(await insertAlert(db, row)) || row.notified_at === null) return;
		await notify(scope, deps, { row, kind: 'firing', now });
	} else if (change.do === 'update') {
		const { alert, set } = change;
		await updateAlert(db, alert.row.id, set, now);
		const { message, advice } = { ...alert, ...set };
		const row = { ...alert.row, message, advice };
		if (change.notify !== null) await notify(scope, deps, { row, kind: change.notify, now });
	} else {
		const row = { ...change.alert.row, resolved_at: change.at };
		if (!(await resolveAlert(db, row.id, change.at))) return;
		await supersedeNotices(db, row.id, now);
		if (change.notify) await notify(scope, deps, { row, kind: 'resolved', now });
	}
}

/** A muted alert begins without a notice; a recurrence keeps the count of the alert before it. */
async function newAlert(
	{ db }: CommitScope,
	{ newId }: ApplyDeps,
	condition: Condition,
	now: number,
): Promise<AlertRow> {
	const last = await findLastAlert(db, condition);
	const mutedUntil = last?.muted_until ?? null;
	const isMuted = mutedUntil !== null && mutedUntil > now;
	const isRecurring = now - (last?.resolved_at ?? -Infinity) < RECURRENCE_WINDOW;
	return {
		id: newId('alr'),
		kind: condition.kind,
		subject: condition.subject,
		instance_id: condition.instanceId,
		webhook_id: condition.webhookId,
		message: condition.message,
		advice: condition.advice,
		since: condition.since,
		seen_at: now,
		cleared_at: null,
		resolved_at: null,
		recurrences: isRecurring ? (last?.recurrences ?? 0) + 1 : 0,
		notified_at: isMuted ? null : now,
		acknowledged_at: null,
		acknowledged_by: null,
		muted_until: isMuted ? mutedUntil : null,
	};
}

/** Records the event of an alert, and its mail where a mail server is set. */
async function notify(
	scope: CommitScope,
	deps: ApplyDeps,
	{ row, kind, now }: { row: AlertRow; kind: NoticeKind; now: number },
): Promise<void> {
	await recordEvent(scope, deps.newId, eventOf(row, kind, deps.pageUrl), now);
	if (!deps.hasMail) return;
	await insertNotice(scope.db, {
		id: deps.newId('ntc'),
		alert_id: row.id,
		kind,
		attempts: 0,
		due_at: now,
		finished_at: null,
		status: 'pending',
		error: null,
	});
}

function eventOf(row: AlertRow, notice: NoticeKind, pageUrl: string): GatewayEvent {
	const data = {
		instanceId: row.instance_id,
		...(row.webhook_id === null ? {} : { webhookId: row.webhook_id }),
		alertId: row.id,
		kind: row.kind,
		message: row.message,
		advice: row.advice,
		url: `${pageUrl}/#${screenOf(row)}`,
		since: timestamp(row.since),
	} satisfies Omit<EventData['alert.firing'], 'reminder'>;
	return notice === 'resolved'
		? { kind: 'alert.resolved', data: { ...data, resolvedAt: timestamp(row.resolved_at ?? row.since) } }
		: { kind: 'alert.firing', data: { ...data, reminder: notice === 'reminder' } };
}
