import { Counter, type Registry } from 'prom-client';
import type { LocalSignal } from '../store/signal.ts';

/** Returns a function that counts messages and events by the signals of commits. */
export function messageCounters(registry: Registry): (signal: LocalSignal) => void {
	const registers = [registry];
	const accepted = new Counter({
		name: 'gateway_messages_accepted_total',
		help: 'Messages accepted for sending.',
		labelNames: ['type'] as const,
		registers,
	});
	const received = new Counter({
		name: 'gateway_messages_received_total',
		help: 'Messages received.',
		labelNames: ['type'] as const,
		registers,
	});
	const sent = new Counter({
		name: 'gateway_messages_sent_total',
		help: 'Messages the network accepted.',
		labelNames: ['type'] as const,
		registers,
	});
	const delivered = new Counter({
		name: 'gateway_messages_delivered_total',
		help: 'Messages delivered to their recipient.',
		registers,
	});
	const read = new Counter({
		name: 'gateway_messages_read_total',
		help: 'Messages their recipient read.',
		registers,
	});
	const failed = new Counter({
		name: 'gateway_messages_failed_total',
		help: 'Messages that failed, by error code.',
		labelNames: ['code'] as const,
		registers,
	});
	const events = new Counter({
		name: 'gateway_events_total',
		help: 'Events recorded, with or without a webhook that receives them.',
		labelNames: ['event'] as const,
		registers,
	});

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
			case 'instance.connected':
			case 'instance.disconnected':
			case 'instance.qr_updated':
			case 'instance.notice':
		}
	};
}
