import { Counter, type Registry } from 'prom-client';
import type { LocalSignal } from '../store/signal.ts';

/** Counts messages by what became of them, from what the gateway committed. */
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
		help: 'Messages that arrived.',
		labelNames: ['type'] as const,
		registers,
	});
	const sent = new Counter({
		name: 'gateway_messages_sent_total',
		help: 'Messages the network took over.',
		labelNames: ['type'] as const,
		registers,
	});
	const delivered = new Counter({
		name: 'gateway_messages_delivered_total',
		help: 'Messages that reached their recipient.',
		registers,
	});
	const read = new Counter({
		name: 'gateway_messages_read_total',
		help: 'Messages their recipient read.',
		registers,
	});
	const failed = new Counter({
		name: 'gateway_messages_failed_total',
		help: 'Messages that will not arrive, by the code of their failure.',
		labelNames: ['code'] as const,
		registers,
	});
	const events = new Counter({
		name: 'gateway_events_total',
		help: 'Events recorded, whether or not a webhook wants them.',
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
