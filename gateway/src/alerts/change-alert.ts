import { HOUR } from '../domain/duration.ts';
import { GatewayError } from '../domain/error.ts';
import type { NewId } from '../domain/ids.ts';
import { recordAudit, type Actor, type AuditAction } from '../store/access/audit-log.ts';
import {
	acknowledgeAlert as acknowledgeRow,
	findAlert,
	muteAlert as muteRow,
} from '../store/alerts/alerts.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import type { AlertRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

export interface ChangeAlertDeps {
	store: Pick<Store, 'commit'>;
	newId: NewId;
}

/** Acknowledges an alert, which ends its reminders, and returns the changed row. Throws alert_not_found. */
export function acknowledgeAlert(
	{ store, newId }: ChangeAlertDeps,
	alertId: string,
	actor: Actor,
): Promise<AlertRow> {
	return store.commit(async (scope) => {
		const alert = await alertOrThrow(scope, alertId);
		await acknowledgeRow(scope.db, alert.id, { by: actor.actor, at: actor.at });
		await record(scope, newId, actor, 'alert.acknowledged', alert);
		return changed(scope, alert.id);
	});
}

/** Mutes an alert for some hours (null: unmutes it), and returns the changed row. Throws alert_not_found. */
export function muteAlert(
	{ store, newId }: ChangeAlertDeps,
	alertId: string,
	hours: number | null,
	actor: Actor,
): Promise<AlertRow> {
	return store.commit(async (scope) => {
		const alert = await alertOrThrow(scope, alertId);
		await muteRow(scope.db, alert.id, hours === null ? null : actor.at + hours * HOUR);
		if (hours === null) await record(scope, newId, actor, 'alert.unmuted', alert);
		else await record(scope, newId, actor, 'alert.muted', alert, { hours });
		return changed(scope, alert.id);
	});
}

function record(
	{ db }: CommitScope,
	newId: NewId,
	actor: Actor,
	action: AuditAction,
	{ id, kind, subject }: AlertRow,
	details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
	return recordAudit(db, newId, actor, { action, target: id, details: { kind, subject, ...details } });
}

function changed(scope: CommitScope, id: string): Promise<AlertRow> {
	scope.emit({ kind: 'alerts_changed' });
	return alertOrThrow(scope, id);
}

async function alertOrThrow({ db }: CommitScope, id: string): Promise<AlertRow> {
	const alert = await findAlert(db, id);
	if (alert === undefined) throw new GatewayError('alert_not_found', 'There is no alert with this id.');
	return alert;
}
