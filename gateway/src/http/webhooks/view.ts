import type { Caller } from '../../domain/access/caller.ts';
import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { EventSelector } from '../../domain/events/event-kind.ts';
import { hasScope } from '../../domain/access/scope.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import type { WebhookRow } from '../../store/schema.ts';
import { kindsOf, selectorsOf } from '../../store/webhooks/webhooks.ts';
import { unsealWebhookSecret } from '../../webhooks/signing/secret.ts';
import { pausedAt, pauseReason, visibleStatus } from '../../webhooks/health/pause.ts';
import { settingsOf } from '../../webhooks/management/webhook-settings.ts';
import type * as webhooks from '../../webhooks/health/webhook-health.ts';
import type { StatisticsPeriod } from '../../domain/statistics-period.ts';
import type * as statistics from '../../webhooks/health/webhook-statistics.ts';
import type { Webhook, WebhookHealth, WebhookListItem, WebhookStatistics } from './schema.ts';

/** An item of the list of webhooks. */
export function webhookListItem(row: WebhookRow): WebhookListItem {
	return {
		id: row.id,
		name: row.name,
		url: row.url,
		instanceId: row.instance_id,
		events: shownEvents(row),
		status: visibleStatus(row),
		lastDeliveryAt: timestampOrNull(row.last_delivery_at),
		lastDeliveryStatus: row.last_delivery_status,
		...settingsOf(row),
		failingSince: timestampOrNull(row.failing_since),
		pausedAt: timestampOrNull(pausedAt(row)),
		pauseReason: pauseReason(row),
	};
}

/** The chosen event kinds; without a choice, those of the specification. */
function shownEvents(row: WebhookRow): EventSelector[] {
	const selectors = selectorsOf(row);
	return [...(selectors.length === 0 ? kindsOf(row) : selectors)];
}

/**
 * A webhook (specification, Webhook), with its secret for those who may change it; `now` is in epoch milliseconds.
 * Throws CannotUnseal.
 */
export function webhookView(
	row: WebhookRow,
	now: number,
	{ scopes }: Pick<Caller, 'scopes'>,
	sealer: Sealer,
): Webhook {
	const { previous_secret_expires_at: expiresAt } = row;
	return {
		...webhookListItem(row),
		secret: hasScope(scopes, 'webhooks:write') ? unsealWebhookSecret(sealer, row.id, row.secret) : null,
		createdAt: timestamp(row.created_at),
		// An expired secret no longer signs.
		previousSecretExpiresAt: timestampOrNull(expiresAt !== null && expiresAt > now ? expiresAt : null),
	};
}

/** The health of a webhook, as the API shows it. */
export function webhookHealthView(health: webhooks.WebhookHealth): WebhookHealth {
	return {
		...health,
		since: timestamp(health.since),
		oldestPendingAt: timestampOrNull(health.oldestPendingAt),
		lastSuccessAt: timestampOrNull(health.lastSuccessAt),
		lastFailureAt: timestampOrNull(health.lastFailureAt),
		failingSince: timestampOrNull(health.failingSince),
		pausedAt: timestampOrNull(health.pausedAt),
	};
}

/** The statistics of a webhook, as the API shows them. */
export function webhookStatisticsView(
	period: StatisticsPeriod,
	{ since, intervals, ...figures }: statistics.WebhookStatistics,
): WebhookStatistics {
	return {
		period,
		since: timestamp(since),
		...figures,
		intervals: intervals.map(({ startsAt, ...rest }) => ({ startsAt: timestamp(startsAt), ...rest })),
	};
}
