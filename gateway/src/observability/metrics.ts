import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CountNetworkFault } from '../network/network-fault.ts';
import type { ObserveGroup } from '../store/commit/run-group.ts';
import type { Queues } from '../store/admin/queues.ts';
import type { LocalSignal, Signal } from '../store/signal.ts';
import { messageCounters } from './message-counters.ts';

/** The result of an attempt to deliver. */
export type AttemptResult = 'success' | 'retrying' | 'failed';

/** An answered request; `route` is its pattern, so that no identifier becomes a label. */
export interface AnsweredRequest {
	method: string;
	route: string;
	status: number;
	/** Milliseconds. */
	duration: number;
}

/** The values of the gauges when the metrics are requested; null: not known. */
export interface Snapshot {
	now: number;
	queues: Queues | null;
	/** Bytes of the database and of the media folder. */
	databaseSize: number | null;
	mediaSize: number | null;
	/** Whether the bucket of media can be used; null: there is none. */
	isBucketReachable: boolean | null;
}

/** The metrics of one gateway. Labels have values from short, fixed lists only. */
export interface Metrics {
	contentType: string;
	signal(signal: Signal): void;
	group: ObserveGroup;
	sendEnded(result: 'taken' | 'refused' | 'error', milliseconds: number): void;
	attemptEnded(result: AttemptResult, milliseconds: number): void;
	requestAnswered(request: AnsweredRequest): void;
	/** A request, connection or target was refused; `reason` is one of a short list. */
	requestRefused(reason: string): void;
	removed(what: string, count: number): void;
	/** Something that a network sent could not be handled. */
	networkFault: CountNetworkFault;
	/** A network sent a notice about an account; `topic` is one of a short list. */
	networkNoticed(network: string, topic: string): void;
	/** All metrics as Prometheus text. */
	render(snapshot: Snapshot): Promise<string>;
}

const FAST = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const NETWORK = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the metrics of one gateway in a registry of its own; docs/operations.md lists them. */
export function createMetrics(): Metrics {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry });

	const countMessages = messageCounters(registry);
	const groupSize = new Histogram({
		name: 'gateway_commit_pieces',
		help: 'Transactions that shared one durable commit.',
		buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
		registers,
	});
	const commitTime = new Histogram({
		name: 'gateway_commit_duration_seconds',
		help: 'Time of one commit, its transactions and the sync to disk included.',
		labelNames: ['outcome'] as const,
		buckets: FAST,
		registers,
	});
	const sendTime = new Histogram({
		name: 'gateway_send_duration_seconds',
		help: 'Time in which the network accepted or refused a message.',
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
		help: 'Deliveries that ended, by outcome.',
		labelNames: ['outcome'] as const,
		registers,
	});
	const requestTime = new Histogram({
		name: 'gateway_http_request_duration_seconds',
		help: 'Time from the start of a request to the end of its response.',
		labelNames: ['method', 'route', 'status'] as const,
		buckets: FAST,
		registers,
	});
	const refused = new Counter({
		name: 'gateway_requests_refused_total',
		help: 'Requests, connections and targets that were refused, by reason.',
		labelNames: ['reason'] as const,
		registers,
	});
	const removedRows = new Counter({
		name: 'gateway_retention_removed_total',
		help: 'Rows and files removed at the end of their retention.',
		labelNames: ['what'] as const,
		registers,
	});
	const networkFaults = new Counter({
		name: 'gateway_network_faults_total',
		help: 'Input of networks that could not be handled, by kind of failure.',
		labelNames: ['kind'] as const,
		registers,
	});
	const notices = new Counter({
		name: 'gateway_network_notices_total',
		help: 'Notices of networks about accounts, by topic.',
		labelNames: ['network', 'topic'] as const,
		registers,
	});
	const setGauges = createGauges(registry);

	return {
		contentType: registry.contentType,
		signal(signal) {
			if (isCounted(signal)) countMessages(signal);
		},
		group(size) {
			groupSize.observe(size);
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
		requestRefused(reason) {
			refused.inc({ reason });
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
		render(snapshot) {
			setGauges(snapshot);
			return registry.metrics();
		},
	};
}

function isCounted(signal: Signal): signal is LocalSignal {
	return signal.kind === 'message_accepted' || signal.kind === 'event_recorded';
}

/** Returns a function that sets the gauges. An unknown value is NaN, because zero would look healthy. */
function createGauges(registry: Registry): (snapshot: Snapshot) => void {
	const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
	const queued = gauge('gateway_messages_queued', 'Messages queued for sending, counted up to 100,000.');
	const queuedAge = gauge('gateway_messages_queued_oldest_age_seconds', 'Age of the oldest of them.');
	const pending = gauge('gateway_deliveries_pending', 'Deliveries not finished yet, counted up to 100,000.');
	const pendingAge = gauge('gateway_deliveries_pending_oldest_age_seconds', 'Age of the oldest of them.');
	const overdue = gauge(
		'gateway_deliveries_overdue_seconds',
		'Time since the oldest overdue delivery was due.',
	);
	const database = gauge('gateway_database_bytes', 'Size of the database.');
	const media = gauge('gateway_media_bytes', 'Size of the media folder; known where it is limited.');
	const bucket = gauge(
		'gateway_media_bucket_up',
		'1: the last request to the bucket of media succeeded; 0: not.',
	);

	return ({ now, queues, databaseSize, mediaSize, isBucketReachable }) => {
		const ageOf = (time: number | null | undefined): number => {
			if (time === undefined) return NaN;
			return time === null ? 0 : Math.max(0, now - time) / 1000;
		};
		queued.set(queues?.messages.waiting ?? NaN);
		queuedAge.set(ageOf(queues?.messages.oldest));
		pending.set(queues?.deliveries.waiting ?? NaN);
		pendingAge.set(ageOf(queues?.deliveries.oldest));
		overdue.set(ageOf(queues?.deliveries.dueSince));
		database.set(databaseSize ?? NaN);
		media.set(mediaSize ?? NaN);
		bucket.set(isBucketReachable === null ? NaN : Number(isBucketReachable));
	};
}
