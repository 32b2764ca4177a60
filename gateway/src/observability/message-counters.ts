import { Counter, Histogram, type Registry } from 'prom-client';
import { EVENT_KINDS } from '../domain/events/event-kind.ts';
import { timestampOfId } from '../domain/ids.ts';
import { FAILURE_CODES, MESSAGE_TYPES, SENT_TYPES } from '../domain/messages/message.ts';
import type { LocalSignal } from '../store/signal.ts';

/** Returns a function that counts messages and events by the signals of commits. `buckets` are those of latencies. */
export function messageCounters(registry: Registry, buckets: number[]): (signal: LocalSignal) => void {
	const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
		new Counter({ name, help, labelNames, registers: [registry] });
	const accepted = counter('gateway_messages_accepted_total', 'Messages accepted for sending.', 'type');
	const received = counter('gateway_messages_received_total', 'Messages received.', 'type');
	const sent = counter('gateway_messages_sent_total', 'Messages the network accepted.', 'type');
	const delivered = counter('gateway_messages_delivered_total', 'Messages delivered to their recipient.');
	const read = counter('gateway_messages_read_total', 'Messages their recipient read.');
	const failed = counter('gateway_messages_failed_total', 'Messages that failed, by error code.', 'code');
	const events = counter(
		'gateway_events_total',
		'Events recorded, with or without a webhook that receives them.',
		'event',
	);
	const sendLatency = new Histogram({
		name: 'gateway_message_send_latency_seconds',
		help: 'Time from the acceptance of a message, or the time it is scheduled for, until the network accepted it.',
		buckets,
		registers: [registry],
	});
	for (const type of SENT_TYPES) {
		accepted.inc({ type }, 0);
		sent.inc({ type }, 0);
	}
	for (const type of MESSAGE_TYPES) received.inc({ type }, 0);
	for (const code of FAILURE_CODES) failed.inc({ code }, 0);
	for (const event of EVENT_KINDS) events.inc({ event }, 0);

	return (signal) => {
		if (signal.kind === 'message_accepted') {
			accepted.inc({ type: signal.type });
			return;
		}
		if (signal.kind !== 'event_recorded' || signal.test) return;
		const { event } = signal;
		events.inc({ event: event.kind });
		switch (event.kind) {
			case 'message.received':
				received.inc({ type: event.data.type });
				break;
			case 'message.sent':
				sent.inc({ type: event.data.type });
				// The id of a message contains the time it was accepted, or is scheduled for.
				sendLatency.observe(Math.max(0, signal.at - timestampOfId(event.data.messageId)) / 1000);
				break;
			case 'message.delivered':
				delivered.inc();
				break;
			case 'message.read':
				read.inc();
				break;
			case 'message.failed':
				failed.inc({ code: event.data.error.code });
				break;
			case 'message.echo':
			case 'message.edited':
			case 'message.deleted':
			case 'message.reaction':
			case 'message.unavailable':
			case 'poll.voted':
			case 'contact.updated':
			case 'group.updated':
			case 'group.participants':
			case 'presence.updated':
			case 'call.received':
			case 'chat.taken':
			case 'chat.released':
			case 'instance.restricted':
			case 'webhook.failing':
			case 'webhook.recovered':
			case 'alert.firing':
			case 'alert.resolved':
			case 'instance.connected':
			case 'instance.disconnected':
			case 'instance.qr_updated':
			case 'instance.notice':
		}
	};
}
