import type { Agent } from 'undici';
import type { ClusterNode } from '../cluster/node.ts';
import type { Config } from '../config/config.ts';
import type { Sealer } from '../lib/crypto/sealer.ts';
import { errorLogger } from '../observability/log.ts';
import { LONGEST_MOVE } from '../runtime/simulated-clock.ts';
import { randomFraction } from '../runtime/system.ts';
import { createAttemptWaiters, type AttemptWaiters } from '../webhooks/attempts/attempt-waiters.ts';
import type { AttemptDeps } from '../webhooks/attempts/attempt.ts';
import { startEndingBursts } from '../webhooks/queues/end-bursts.ts';
import { createSigningSecrets } from '../webhooks/signing/signing-secrets.ts';
import { createDeliveryWorker, type DeliveryWorker } from '../webhooks/worker.ts';
import type { ComponentDeps } from './component-deps.ts';

/** Milliseconds for deliveries in flight to end. A later one is repeated when its claim expires. */
const DELIVERY_GRACE = 60_000;

/** Deliveries to webhooks. */
export interface Deliveries {
	worker: DeliveryWorker;
	attemptWaiters: AttemptWaiters;
	/** The dependencies of requests to the receivers of webhooks. */
	receivers: Omit<AttemptDeps, 'clock'>;
}

export function createDeliveries(
	{ retrySchedule }: Config,
	{ store, clock, realClock, simulated, entropy, newId, observability, logger, shutdownHooks }: ComponentDeps,
	{
		agent,
		unsharedAgent,
		node,
		sealer,
	}: { agent: Agent; unsharedAgent: Agent; node: ClusterNode; sealer: Sealer },
): Deliveries {
	const logError = errorLogger(logger);
	const attemptWaiters = createAttemptWaiters(store.listen);
	const receivers = { agent, unsharedAgent, realClock, signingSecrets: createSigningSecrets(sealer) };
	const longestMove = simulated === null ? 0 : LONGEST_MOVE;
	const worker = createDeliveryWorker({
		store,
		clock,
		longestMove,
		...receivers,
		schedule: retrySchedule,
		random: () => randomFraction(entropy),
		gateways: () => node.gateways(),
		token: () => node.claimToken(),
		onError: logError('deliveries could not be attempted; the worker retries them'),
		onAttempt: observability.attemptSettled,
		newId,
		onPaused: (webhookId) => {
			logger.warn({ webhookId }, 'a webhook is paused, because every delivery failed for three days');
		},
	});
	shutdownHooks.add('delivery worker', () => worker.stop(), DELIVERY_GRACE);
	const onBurstError = logError(
		'collected messages could not be joined into one delivery; the worker retries it',
	);
	shutdownHooks.add('bursts', startEndingBursts({ store, clock, newId, longestMove, onError: onBurstError }));
	return { worker, attemptWaiters, receivers };
}
