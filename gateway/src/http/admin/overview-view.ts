import type { Static } from 'typebox';
import { timestamp, timestampOrNull, utcHour } from '../../domain/clock.ts';
import type { InstanceStatus } from '../../domain/instances/instance.ts';
import { phoneOfRecipient } from '../../domain/phone.ts';
import type { DeliveryStatus } from '../../domain/webhooks/webhook.ts';
import type { Counts } from '../../store/instances/hourly-stats.ts';
import type { MessageRow, WebhookRow } from '../../store/schema.ts';
import { visibleStatus } from '../../webhooks/health/pause.ts';
import type { Overview } from './overview-schema.ts';

export type OverviewData = Static<typeof Overview>;
export const HOUR = 3_600_000;

/** One entry for each of the last `hours`, oldest first, also for hours without messages. */
export function seriesOf(
	counts: readonly (Counts & { hour: string })[],
	{ hours, now }: { hours: number; now: number },
): OverviewData['series'] {
	const byHour = new Map(counts.map(({ hour, ...rest }) => [hour, rest]));
	const thisHour = Math.floor(now / HOUR) * HOUR;
	return Array.from({ length: hours }, (_, index) => {
		const at = thisHour - (hours - 1 - index) * HOUR;
		const { received = 0, sent = 0, delivered = 0, read = 0, failed = 0 } = byHour.get(utcHour(at)) ?? {};
		return { from: timestamp(at), received, sent, delivered, read, failed };
	});
}

/** The number of instances with each status; 0: none has it. */
export function instancesOf(
	rows: readonly { status: InstanceStatus; count: number }[],
): OverviewData['instances'] {
	const byStatus = { connected: 0, disconnected: 0, connecting: 0, qr_pending: 0 };
	for (const { status, count } of rows) byStatus[status] = count;
	return { total: rows.reduce((sum, { count }) => sum + count, 0), byStatus };
}

/** A failed message, as the overview shows it. */
export function failureView(message: MessageRow): OverviewData['failures'][number] {
	return {
		messageId: message.id,
		instanceId: message.instance_id,
		chatId: message.chat_id,
		to: phoneOfRecipient(message.recipient),
		at: timestamp(message.failed_at ?? message.created_at),
		error: { code: message.error_code ?? 'network_error', message: message.error_message ?? '' },
	};
}

/** A webhook with the number of its deliveries by status. */
export function webhookLine(
	webhook: WebhookRow,
	counts: Readonly<Record<DeliveryStatus, number>>,
): OverviewData['webhooks'][number] {
	const { success, failed, pending, cancelled } = counts;
	return {
		webhookId: webhook.id,
		name: webhook.name,
		url: webhook.url,
		instanceId: webhook.instance_id,
		ofInstance: webhook.role === 'instance',
		status: visibleStatus(webhook),
		deliveries: success + failed + pending + cancelled,
		succeeded: success,
		failed,
		pending,
		successRate: success + failed === 0 ? null : success / (success + failed),
		lastDeliveryAt: timestampOrNull(webhook.last_delivery_at),
		lastDeliveryStatus: webhook.last_delivery_status,
		lastSuccessAt: timestampOrNull(webhook.last_success_at),
		lastFailureAt: timestampOrNull(webhook.last_failure_at),
	};
}
