import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CountNetworkFault } from '../network/network-fault.ts';
import type { ObserveGroup } from '../store/commit/group-commit.ts';
import type { Queues } from '../store/admin/queues.ts';
import type { LocalSignal, Signal } from '../store/signal.ts';
import { messageCounters } from './message-counters.ts';

/** What one attempt to deliver came to. */
export type AttemptResult = 'success' | 'retrying' | 'failed';

/** An answered request; `route` is its pattern, so that no identifier becomes a label. */
export interface AnsweredRequest {
	method: string;
	route: string;
	status: number;
	/** Milliseconds. */
	duration: number;
}

/** The state of things at the moment somebody asks for the metrics; what could not be found out is null. */
export interface Snapshot {
	now: number;
	queues: Queues | null;
	/** Bytes of the database and of the media folder. */
	databaseSize: number | null;
	mediaSize: number | null;
}

/** Counts what happens in one gateway. Labels take values from short, fixed lists only. */
export interface Metrics {
	contentType: string;
	signal(signal: Signal): void;
	group: ObserveGroup;
	sendEnded(result: 'taken' | 'refused' | 'error', milliseconds: number): void;
	attemptEnded(result: AttemptResult, milliseconds: number): void;
	requestAnswered(request: AnsweredRequest): void;
	removed(what: string, count: number): void;
	/** Something a network sent failed, and nothing but itself ended. */
	networkFault: CountNetworkFault;
	/** A network told something of an account; `topic` is one of few. */
	networkNoticed(network: string, topic: string): void;
	/** All metrics as Prometheus text. */
	render(reading: Snapshot): Promise<string>;
}

const FAST = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const NETWORK = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Makes the metrics of one gateway, in a registry of its own; docs/operations.md has the list. */
export function createMetrics(): Metrics {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry });

	const countFact = messageCounters(registry);
	const pieces = new Histogram({
		name: 'gateway_commit_pieces',
		help: 'Pieces of work that shared one durable commit.',
		buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
		registers,
	});
	const commitTime = new Histogram({
		name: 'gateway_commit_duration_seconds',
		help: 'Time of one commit, the work in it and the sync to disk included.',
		labelNames: ['outcome'] as const,
		buckets: FAST,
		registers,
	});
	const sendTime = new Histogram({
		name: 'gateway_send_duration_seconds',
		help: 'Time the network took to take a message over, or to refuse it.',
		labelNames: ['result'] as const,
		buckets: NETWORK,
		registers,
	});
	const attemptTime = new Histogram({
		name: 'gateway_delivery_attempt_duration_seconds',
		help: 'Time of one attempt to deliver an event to a webhook.',
		labelNames: ['result'] as const,
		buckets: NETWORK,
		registers,
	});
	const finished = new Counter({
		name: 'gateway_deliveries_finished_total',
		help: 'Deliveries that came to an end, by how.',
		labelNames: ['outcome'] as const,
		registers,
	});
	const requestTime = new Histogram({
		name: 'gateway_http_request_duration_seconds',
		help: 'Time from the arrival of a request to the end of its answer.',
		labelNames: ['method', 'route', 'status'] as const,
		buckets: FAST,
		registers,
	});
	const removedRows = new Counter({
		name: 'gateway_retention_removed_total',
		help: 'What was removed because it was kept long enough.',
		labelNames: ['what'] as const,
		registers,
	});
	const networkFaults = new Counter({
		name: 'gateway_network_faults_total',
		help: 'What a network or a stranger sent that could not be handled, by what became of it.',
		labelNames: ['kind'] as const,
		registers,
	});
	const notices = new Counter({
		name: 'gateway_network_notices_total',
		help: 'What networks told about accounts, besides messages and what became of them.',
		labelNames: ['network', 'topic'] as const,
		registers,
	});
	const readGauges = gauges(registry);

	return {
		contentType: registry.contentType,
		signal(signal) {
			if (isFact(signal)) countFact(signal);
		},
		group(size) {
			pieces.observe(size);
			const end = commitTime.startTimer();
			return (outcome) => {
				end({ outcome });
			};
		},
		sendEnded(result, milliseconds) {
			sendTime.observe({ result }, milliseconds / 1000);
		},
		attemptEnded(result, milliseconds) {
			attemptTime.observe({ result }, milliseconds / 1000);
			if (result !== 'retrying') finished.inc({ outcome: result });
		},
		requestAnswered({ method, route, status, duration }) {
			requestTime.observe({ method, route, status }, duration / 1000);
		},
		removed(what, count) {
			removedRows.inc({ what }, count);
		},
		networkFault(kind) {
			networkFaults.inc({ kind });
		},
		networkNoticed(network, topic) {
			notices.inc({ network, topic });
		},
		render(reading) {
			readGauges(reading);
			return registry.metrics();
		},
	};
}

function isFact(signal: Signal): signal is LocalSignal {
	return signal.kind === 'message_accepted' || signal.kind === 'event_recorded';
}

/** What is read when it is asked for. A value nobody could find out is NaN: zero would say that all is well. */
function gauges(registry: Registry): (reading: Snapshot) => void {
	const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
	const queued = gauge('gateway_messages_queued', 'Messages that wait to be sent, counted up to 100,000.');
	const queuedAge = gauge('gateway_messages_queued_oldest_age_seconds', 'Age of the oldest of them.');
	const pending = gauge('gateway_deliveries_pending', 'Deliveries not finished yet, counted up to 100,000.');
	const pendingAge = gauge('gateway_deliveries_pending_oldest_age_seconds', 'Age of the oldest of them.');
	const overdue = gauge(
		'gateway_deliveries_overdue_seconds',
		'How long the delivery that is due the longest waits for a free place.',
	);
	const database = gauge('gateway_database_bytes', 'Size of the database.');
	const media = gauge('gateway_media_bytes', 'Size of the media folder; known where it is limited.');

	return ({ now, queues, databaseSize, mediaSize }) => {
		const since = (moment: number | null | undefined): number => {
			if (moment === undefined) return NaN;
			return moment === null ? 0 : Math.max(0, now - moment) / 1000;
		};
		queued.set(queues?.messages.waiting ?? NaN);
		queuedAge.set(since(queues?.messages.oldest));
		pending.set(queues?.deliveries.waiting ?? NaN);
		pendingAge.set(since(queues?.deliveries.oldest));
		overdue.set(since(queues?.deliveries.dueSince));
		database.set(databaseSize ?? NaN);
		media.set(mediaSize ?? NaN);
	};
}
