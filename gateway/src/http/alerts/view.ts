import { screenOf } from '../../domain/alerts/alert.ts';
import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { AlertNoticeRow, AlertRow } from '../../store/schema.ts';
import type { Alert } from './schema.ts';

/** `notice`: the last mail of the alert; undefined: there is none. */
export function alertView(row: AlertRow, notice: AlertNoticeRow | undefined): Alert {
	return {
		alertId: row.id,
		kind: row.kind,
		instanceId: row.instance_id,
		webhookId: row.webhook_id,
		message: row.message,
		advice: row.advice,
		screen: screenOf(row),
		since: timestamp(row.since),
		resolvedAt: timestampOrNull(row.resolved_at),
		recurrences: row.recurrences,
		acknowledgedAt: timestampOrNull(row.acknowledged_at),
		acknowledgedBy: row.acknowledged_by,
		mutedUntil: timestampOrNull(row.muted_until),
		mail:
			notice === undefined
				? null
				: {
						kind: notice.kind,
						status: notice.status,
						attempts: notice.attempts,
						nextAttemptAt: timestampOrNull(notice.due_at),
						error: notice.error,
					},
	};
}
