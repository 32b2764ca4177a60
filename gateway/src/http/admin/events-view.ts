import type { Static } from 'typebox';
import { timestamp } from '../../domain/clock.ts';
import type { MessageStatus } from '../../domain/message.ts';
import type { ListedDelivery } from '../../store/webhooks/delivery-list.ts';
import type { AuditLogTable, EventTable, MessageRow } from '../../store/schema.ts';
import type { AuditEntry, LoggedEvent, TimelineStep } from './events-schema.ts';

export function auditEntryView(row: AuditLogTable): Static<typeof AuditEntry> {
	return {
		auditId: row.id,
		at: timestamp(row.at),
		actor: row.actor,
		action: row.action,
		target: row.target,
		details: row.details === null ? null : (JSON.parse(row.details) as Record<string, unknown>),
	};
}

export function loggedEventView(row: EventTable): Static<typeof LoggedEvent> {
	return {
		eventId: row.id,
		kind: row.kind,
		instanceId: row.instance_id,
		at: timestamp(row.created_at),
		payload: JSON.parse(row.body) as Record<string, unknown>,
	};
}

type Step = Static<typeof TimelineStep>;

/** What a message went through, oldest first, each step with its event and what became of that. */
export function timelineOf(
	message: MessageRow,
	events: readonly Pick<EventTable, 'id' | 'kind'>[],
	deliveries: readonly ListedDelivery[],
): Step[] {
	return stepsOf(message).map(({ kind, at, ...step }) => {
		const event = events.find((candidate) => candidate.kind === kind);
		const own = deliveries.filter((delivery) => delivery.event_id === event?.id);
		return {
			...step,
			kind,
			at: timestamp(at),
			eventId: event?.id ?? null,
			deliveries: own.map(eventDeliveryView),
		};
	});
}

interface BareStep {
	kind: Step['kind'];
	status: MessageStatus;
	at: number;
	detail?: string;
}

function stepsOf(message: MessageRow): BareStep[] {
	const { error_code: code, error_message: reason } = message;
	const inbound = message.direction === 'inbound';
	const steps: (Omit<BareStep, 'at'> & { at: number | null })[] = [
		inbound
			? { kind: 'message.received', status: 'delivered', at: message.created_at }
			: { kind: 'message.queued', status: 'queued', at: message.created_at },
		{ kind: 'message.sent', status: 'sent', at: message.sent_at },
		{ kind: 'message.delivered', status: 'delivered', at: inbound ? null : message.delivered_at },
		{ kind: 'message.read', status: 'read', at: message.read_at },
		{
			kind: 'message.failed',
			status: 'failed',
			at: message.failed_at,
			...(code === null ? {} : { detail: `${code}: ${reason ?? ''}` }),
		},
	];
	return steps.flatMap((step) => (step.at === null ? [] : [{ ...step, at: step.at }]));
}

function eventDeliveryView(row: ListedDelivery): Step['deliveries'][number] {
	return {
		deliveryId: row.id,
		webhookId: row.webhook_id,
		status: row.status,
		attempts: row.attempts,
		lastStatusCode: row.status_code,
	};
}
