import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DELIVERY_LOG_STATUSES, type DeliveryLogStatus } from '../domain/webhooks/webhook.ts';
import { TOPIC_LABELS } from '../network/cloud-api/inbound/notices.ts';
import { NETWORK_FAULTS, type CountNetworkFault } from '../network/network-fault.ts';
import { REMOVED, type Removed } from '../retention/removed.ts';
import type { ObserveGroup } from '../store/commit/run-group.ts';
import type { LocalSignal, Signal } from '../store/signal.ts';
import { createGauges } from './gauges.ts';
import { messageCounters } from './message-counters.ts';
import { REFUSAL_REASONS } from './refusal-reasons.ts';
import type { Snapshot } from './snapshot.ts';

/** The result of an attempt to deliver. */
export type AttemptResult = DeliveryLogStatus;

/** The build of a gateway: the labels of `gateway_build_info`. */
export interface BuildInfo {
	version: string;
	node: string;
	engine: string;
}

/** How the network answered a message: it accepted it, refused it for good, or could not take it now. */
const SEND_RESULTS = ['taken', 'refused', 'error'] as const;
type SendResult = (typeof SEND_RESULTS)[number];

/** An answered request; `route` is its pattern, so that no identifier becomes a label. */
export interface AnsweredRequest {
	method: string;
	route: string;
	status: number;
	/** Milliseconds. */
	duration: number;
}

/** The metrics of one gateway. Labels have values from short, fixed lists only. */
export interface Metrics {
	contentType: string;
	signal(signal: Signal): void;
	group: ObserveGroup;
	sendEnded(result: SendResult, milliseconds: number): void;
	attemptEnded(result: AttemptResult, milliseconds: number): void;
	/** An event was delivered to a webhook, this many milliseconds after it was recorded. */
	eventDelivered(milliseconds: number): void;
	/** Call it once, as soon as the store is open. */
	setBuildInfo(info: BuildInfo): void;
	requestAnswered(request: AnsweredRequest): void;
	/** A request, connection or target was refused; `reason` is one of a short list. */
	requestRefused(reason: string): void;
	removed(what: Removed, count: number): void;
	/** An input of a network could not be handled. */
	networkFault: CountNetworkFault;
	/** A network sent a notice about an account; `topic` is one of a short list. */
	networkNoticed(network: string, topic: string): void;
	/** All metrics as Prometheus text. */
	render(snapshot: Snapshot): Promise<string>;
}

const FAST = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const NETWORK = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** From fast events to those that waited for a whole retry schedule. */
const LATENCY = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 28_800];

/**
 * Creates the metrics of one gateway in a registry of its own; docs/monitoring.md lists them. Series whose labels are
 * known exist from 0.
 */
export function createMetrics(): Metrics {
	const registry = new Registry();
	const registers = [registry];
	let measuresProcess = false;

	const countMessages = messageCounters(registry, LATENCY);
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
	const deliveryLatency = new Histogram({
		name: 'gateway_event_delivery_latency_seconds',
		help: 'Time from the record of an event to its successful delivery to a webhook, retries included.',
		buckets: LATENCY,
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
	const buildInfo = new Gauge({
		name: 'gateway_build_info',
		help: 'Always 1; the labels say what runs.',
		labelNames: ['version', 'node', 'engine'] as const,
		registers,
	});
	const setGauges = createGauges(registry);

	// An alert on the increase of a counter sees the first one only where the series exists before.
	for (const result of SEND_RESULTS) sendTime.zero({ result });
	for (const result of DELIVERY_LOG_STATUSES) attemptTime.zero({ result });
	for (const outcome of ['committed', 'failed']) commitTime.zero({ outcome });
	for (const outcome of ['success', 'failed']) finished.inc({ outcome }, 0);
	for (const reason of REFUSAL_REASONS) refused.inc({ reason }, 0);
	for (const what of REMOVED) removedRows.inc({ what }, 0);
	for (const kind of NETWORK_FAULTS) networkFaults.inc({ kind }, 0);
	for (const topic of TOPIC_LABELS) notices.inc({ network: 'cloud-api', topic }, 0);

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
		eventDelivered(milliseconds) {
			deliveryLatency.observe(Math.max(0, milliseconds) / 1000);
		},
		setBuildInfo({ version, node, engine }) {
			buildInfo.set({ version, node, engine }, 1);
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
			// Starts with the first read: measuring the delay of the event loop needs a timer of 10 ms, which is half
			// of the work of an idle gateway.
			if (!measuresProcess) collectDefaultMetrics({ register: registry });
			measuresProcess = true;
			setGauges(snapshot);
			return registry.metrics();
		},
	};
}

function isCounted(signal: Signal): signal is LocalSignal {
	return signal.kind === 'message_accepted' || signal.kind === 'event_recorded';
}
