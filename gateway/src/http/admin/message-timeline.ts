import type { Static } from 'typebox';
import { timestamp } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { MessageStatus } from '../../domain/messages/message.ts';
import { findEventsOfMessage } from '../../store/events/event-log.ts';
import { findMessage } from '../../store/messages/messages.ts';
import type { Db, MessageRow } from '../../store/schema.ts';
import {
	listDeliveriesOfEvents,
	type ListedDelivery,
} from '../../store/webhooks/deliveries/delivery-list.ts';
import type { TimelineStep } from './events-schema.ts';

type Step = Static<typeof TimelineStep>;

/** The steps of a message, oldest first, each with its event and the event's deliveries. Throws message_not_found. */
export async function messageTimeline(db: Db, messageId: string): Promise<Step[]> {
	const message = await findMessage(db, messageId);
	if (message === undefined) {
		throw new GatewayError('message_not_found', 'There is no message with this id.');
	}
	const events = await findEventsOfMessage(db, message);
	const eventIds = events.map(({ id }) => id);
	const deliveries = await listDeliveriesOfEvents(db, eventIds);
	return stepsOf(message).map(({ at, ...step }) => {
		const eventId = events.find(({ kind }) => kind === step.kind)?.id ?? null;
		return {
			...step,
			at: timestamp(at),
			eventId,
			deliveries: deliveries.filter(({ event_id: id }) => id === eventId).map(eventDeliveryView),
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
