import type { Config } from '../config/config.ts';
import { waitAtMost } from '../lib/concurrency/with-time-limit.ts';
import { errorLogger } from '../observability/log.ts';
import { mediaFileAt } from '../media/storage/media-storage.ts';
import type { Media } from '../media/media.ts';
import { createMediaResolver } from '../outbound/media/resolve-media.ts';
import { createQueueOrder, type QueueOrder } from '../outbound/queueing/order-after-queued.ts';
import { startScheduler } from '../outbound/queueing/schedule-messages.ts';
import { createSender } from '../outbound/sending/sender.ts';
import { createSimulatedTime, type SimulatedTime } from '../simulated-time/simulated-time.ts';
import type { Networks } from './networks.ts';
import type { Ownership } from './ownership.ts';
import type { ComponentDeps } from './component-deps.ts';
import type { Reports } from './reports.ts';

/** Milliseconds for a network to confirm sends in flight at shutdown. The next start repeats the others. */
const SEND_GRACE = 3000;

/** Messages to the network. */
export interface Sending {
	queueOrder: QueueOrder;
	/** Moves the simulated time; null: the network is not simulated. */
	simulatedTime: SimulatedTime | null;
}

interface SendingDeps {
	media: Media;
	ownership: Ownership;
	reports: Reports;
	networks: Networks;
}

/** Starts the components that schedule and send messages. */
export function startSending(
	{ sendInterval }: Config,
	deps: ComponentDeps,
	{ media, ownership, reports, networks }: SendingDeps,
): Sending {
	const { store, clock, realClock, simulated, newId, logger, observability, shutdownHooks } = deps;
	const { recorder, inFlight } = reports;
	const sender = createSender({
		store,
		clock,
		pacing: simulated?.steps ?? clock,
		recordStatus: recorder.recordStatus,
		inFlight,
		interval: sendInterval,
		owner: ownership.node.id,
		transfers: ownership.transfers,
		connectionOf: (instanceId) => networks.connections.get(instanceId),
		resolveMedia: createMediaResolver({ store, media }),
		releaseMedia: (path) => media.folder.release(mediaFileAt(path)),
		onError: (error, messageId) => {
			logger.warn({ err: error, messageId }, 'a message could not be sent; it stays queued');
		},
		observe: observability.send,
	});
	// Sends that a network did not confirm in time stay in flight until its connection is closed.
	shutdownHooks.add('sender', () => waitAtMost(realClock, SEND_GRACE, sender.stop()));
	const simulatedTime = openSimulatedTime(deps, { ownership, reports, networks });
	const queueOrder = createQueueOrder(newId);
	const onScheduleError = errorLogger(logger)(
		'scheduled messages could not be queued; the scheduler retries them',
	);
	shutdownHooks.add('scheduler', startScheduler({ store, clock, queueOrder, onError: onScheduleError }));
	return { queueOrder, simulatedTime };
}

function openSimulatedTime(
	{ store, realClock, simulated, logger, shutdownHooks }: ComponentDeps,
	{ ownership, reports, networks }: Pick<SendingDeps, 'ownership' | 'reports' | 'networks'>,
): SimulatedTime | null {
	if (simulated === null) return null;
	const simulatedTime = createSimulatedTime({
		store,
		realClock,
		simulated,
		sending: () => ({
			inFlight: reports.inFlight.count(),
			inTransit: networks.network.simulator?.countInTransit() ?? 0,
		}),
		onAhead: (listener) =>
			ownership.node.onHeartbeat(({ ahead }) => {
				listener(ahead);
			}),
		onError: errorLogger(logger)('the simulated time could not be read; the next poll retries it'),
	});
	shutdownHooks.add('simulated time', () => {
		simulatedTime.stop();
	});
	return simulatedTime;
}
