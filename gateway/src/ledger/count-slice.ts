import { breakOf } from '../domain/ledger/break.ts';
import type { EventId } from '../domain/ids.ts';
import { compareAcceptedRequests } from '../store/ledger/accepted-requests.ts';
import {
	countMessages,
	findMessagesWithoutStatus,
	type MessageCount,
} from '../store/ledger/message-counts.ts';
import {
	countDeliveries,
	countEvents,
	findDeliveriesWithoutStatus,
	findUndelivered,
} from '../store/ledger/missing-deliveries.ts';
import {
	findOrphanedEvents,
	findUnreported,
	findUnreportedStatuses,
} from '../store/ledger/missing-events.ts';
import type { ComparedPeriod } from '../store/ledger/slice.ts';
import type { Db } from '../store/schema.ts';
import type { FiguresChange, Tally } from './tally.ts';

/**
 * Counts the messages, events and deliveries of a short period, and looks for each record that has to exist because
 * another one does.
 */
export async function countSlice(db: Db, slice: ComparedPeriod, tally: Tally): Promise<void> {
	for (const count of await countMessages(db, slice)) tally.add(count.instance_id, changeOfMessages(count));
	for (const row of await countEvents(db, slice)) {
		const { events, about_messages: aboutMessages, deliveries } = row;
		tally.add(row.instance_id, {
			events,
			deliveries: { expected: deliveries },
			checked: aboutMessages + deliveries,
		});
	}
	for (const { instance_id: instanceId, status, deliveries } of await countDeliveries(db, slice)) {
		tally.add(instanceId, { deliveries: { [status]: deliveries } });
	}
	const { accepted, missing } = await compareAcceptedRequests(db, slice);
	if (accepted > 0) tally.add('', { checked: accepted });
	for (const messageId of missing) tally.addBreak(breakOf({ kind: 'accepted_without_message', messageId }));

	for (const { id, instance_id: instanceId } of await findMessagesWithoutStatus(db, slice)) {
		tally.addBreak(breakOf({ kind: 'message_without_status', instanceId, messageId: id }));
	}
	for (const { id, instance_id: instanceId, message_id: messageId } of await findOrphanedEvents(db, slice)) {
		tally.addBreak(breakOf({ kind: 'event_without_message', instanceId, messageId, eventId: id as EventId }));
	}
	const unreported = [...(await findUnreported(db, slice)), ...(await findUnreportedStatuses(db, slice))];
	for (const { id, instance_id: instanceId, kind: eventKind } of unreported) {
		tally.addBreak(breakOf({ kind: 'message_without_event', instanceId, messageId: id, eventKind }));
	}
	for (const [kind, rows] of [
		['event_without_delivery', await findUndelivered(db, slice)],
		['delivery_without_status', await findDeliveriesWithoutStatus(db, slice)],
	] as const) {
		for (const { id: eventId, instance_id: instanceId, kind: eventKind, missing: lost } of rows) {
			tally.addBreak(breakOf({ kind, instanceId, eventId, eventKind, missing: lost }));
		}
	}
}

/** The figures that messages add: the messages, and the events that have to exist for them. */
function changeOfMessages(count: MessageCount): FiguresChange {
	const { direction, origin, status, error_code: code, messages, awaiting } = count;
	const { sent, delivered, read, failed } = count;
	if (direction === 'inbound') {
		return { inbound: { stored: messages, waiting: awaiting }, checked: messages - awaiting };
	}
	if (origin === 'phone') {
		return { inbound: { stored: messages }, checked: messages + delivered + read + failed };
	}
	return {
		outbound: {
			accepted: messages,
			waiting: status === 'queued' || status === 'scheduled' ? messages : 0,
			acknowledged: sent,
			delivered,
			read,
			failed,
			expired: code === 'expired' ? messages : 0,
			cancelled: code === 'cancelled' ? messages : 0,
		},
		checked: messages + sent + delivered + read + failed,
	};
}
