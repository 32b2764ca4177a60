import { lookup } from 'node:dns';
import type { Logger } from 'pino';
import { createMailer } from './alerts/mail/mailer.ts';
import { createN8nApi } from './n8n/n8n-api.ts';
import { acquireOrThrow } from './cluster/lease-manager.ts';
import { multiNode, singleNode, type ClusterNode } from './cluster/node.ts';
import type { Config } from './config/config.ts';
import { sleep, type Clock } from './domain/clock.ts';
import type { InstanceId, NewId } from './domain/ids.ts';
import { createAcknowledgements } from './inbound/acknowledgements.ts';
import { createDriverContext } from './inbound/driver-context.ts';
import { createRecorder } from './inbound/recorder.ts';
import { createReconnector, type Reconnector } from './instances/reconnect.ts';
import { startJobs } from './jobs.ts';
import { installationOf, openDataKey } from './encryption/data-key.ts';
import type { Dependencies } from './http/server/dependencies.ts';
import { createSignInLimits } from './http/server/limits/sign-in-limits.ts';
import { createGuardedAgent } from './lib/guarded-http/agent.ts';
import type { Target } from './lib/guarded-http/allowed-target.ts';
import { createOwnEndpoint, type OwnEndpoint } from './lib/guarded-http/own-endpoint.ts';
import { sharedLookup } from './lib/guarded-http/shared-lookup.ts';
import type { Releasers } from './lib/releasers.ts';
import { errorLogger } from './log.ts';
import { createSealer } from './lib/sealer.ts';
import { mediaFileAt } from './media/media-storage.ts';
import { openMedia } from './media/media.ts';
import { createConnections, type Connections } from './network/connections.ts';
import { createNetwork } from './network/create-network.ts';
import type { ErrorScopes } from './network/error-scopes.ts';
import { createInFlight } from './network/in-flight.ts';
import { scopedDriver } from './network/scoped-driver.ts';
import type { Observability } from './observability/observability.ts';
import { createReadiness } from './observability/readiness.ts';
import { createEnqueueMessage } from './outbound/queueing/enqueue.ts';
import { createTransfers } from './outbound/sending/transfers.ts';
import { createMessageChanges } from './outbound/changes/message-changes.ts';
import { createQueueOrder } from './outbound/queueing/order-after-queued.ts';
import { createMediaResolver } from './outbound/media/resolve-media.ts';
import { startScheduler } from './outbound/queueing/schedule-messages.ts';
import { createSender } from './outbound/sending/sender.ts';
import { createPasswords, type PasswordCost } from './users/password.ts';
import type { SimulatedClock } from './runtime/simulated-clock.ts';
import { randomFraction, type RandomBytes } from './runtime/system.ts';
import { createSimulatedTime } from './simulated-time/simulated-time.ts';
import type { Store } from './store/store.ts';
import { LeaseLost } from './store/cluster/leases.ts';
import { createAttemptWaiters } from './webhooks/attempts/attempt-waiters.ts';
import { createSigningSecrets } from './webhooks/signing/signing-secrets.ts';
import { startEndingBursts } from './webhooks/queues/end-bursts.ts';
import { createDeliveryWorker, type DeliveryWorker } from './webhooks/worker.ts';

/** What the parts are made from. */
export interface PartsDeps {
	/** The time of messages and deliveries, which is simulated where the network is. */
	clock: Clock;
	/** The time of processes, connections and people. */
	realClock: Clock;
	/** What moves the time of `clock`; null: nothing does. */
	simulated: SimulatedClock | null;
	entropy: RandomBytes;
	/** What a guess at a new password costs. */
	passwordCost: PasswordCost;
	logger: Logger;
	newId: NewId;
	scopes: ErrorScopes;
	store: Store;
	observability: Observability;
	/** What stops the parts, in reverse order. */
	releasers: Releasers;
}

/** The parts of a gateway that work when its port is open. */
export interface Parts {
	/** What the routes work with. */
	dependencies: Dependencies;
	node: ClusterNode;
	connections: Connections;
	reconnector: Reconnector;
	worker: DeliveryWorker;
	ownEndpoint: OwnEndpoint;
	onClusterError: (error: unknown) => void;
}

/** Milliseconds a network has, at the end, to confirm sends in flight; the others are repeated at the next start. */
const SEND_GRACE = 3000;

/** Milliseconds deliveries under way have to end; those that do not are repeated when their claim has run out. */
const DELIVERY_GRACE = 60_000;

/**
 * Creates the parts of a gateway on an open store, top to bottom: each knows only those above it; what has to learn of
 * something later subscribes to the store's signals. A part's release stands on the line after its creation.
 */
export async function createParts(config: Config, deps: PartsDeps): Promise<Parts> {
	const { clock, realClock, simulated, entropy, passwordCost } = deps;
	const { logger, newId, scopes, store, observability, releasers } = deps;
	const logError = errorLogger(logger);
	const { metrics } = observability;
	const steps = simulated?.steps ?? clock;

	// 1. The key of stored secrets, the way out, the files.
	const dataKey = await openDataKey(store, config, { clock: realClock, entropy });
	const sealer = createSealer(dataKey, entropy);
	// Two ways out: what webhooks may reach on private networks, files of strangers may not.
	const ownUrls = [config.publicUrl, config.peerUrl].filter((url) => url !== null);
	const ownEndpoint = createOwnEndpoint(ownUrls);
	const guarding = {
		isOwn: (target: Target) => ownEndpoint.isOwn(target),
		findAddresses: sharedLookup(lookup),
		onRefused: () => {
			metrics.requestRefused('private_target');
		},
	};
	const guard = { ...guarding, allowed: config.allowedReceivers };
	const agent = createGuardedAgent(guard);
	releasers.add('HTTP client of webhooks', () => agent.close());
	const fileGuard = { ...guarding, allowed: config.allowedFileServers };
	const files = { agent: createGuardedAgent(fileGuard), guard: fileGuard };
	releasers.add('HTTP client of files', () => files.agent.close());
	const media = await openMedia({
		dataFolder: config.dataFolder,
		bucket: config.mediaBucket,
		installation: installationOf(dataKey),
		onError: logError('a file could not be removed from the bucket of media; it is tried again'),
		onOutage: (error) => {
			if (error === null) logger.info('the bucket of media can be used again');
			else logger.error({ err: error }, 'the bucket of media cannot be used; messages with files wait');
		},
		client: files,
		clock: realClock,
		newId,
		read: store.read,
		shared: config.databaseUrl !== null,
		limit: config.mediaLimit,
		ffmpeg: config.ffmpeg,
	});
	releasers.add('media', () => media.close());

	// 2. Which instances are this node's to drive.
	const onClusterError = logError(
		'the other gateways on the database could not be reached; it is tried again',
	);
	const nodeDeps = { store, clock: realClock, newId, entropy, sealer, onError: onClusterError };
	const node = config.databaseUrl === null ? singleNode(nodeDeps) : multiNode(config.databaseUrl, nodeDeps);
	releasers.add('node', () => node.leave());
	const { leases } = node;
	const transfers = createTransfers({
		store,
		clock: realClock,
		leases,
		isStopping: () => releasers.isStopping(),
	});
	const acquireLease = async (instanceId: InstanceId): Promise<void> => {
		await acquireOrThrow(leases, instanceId);
		await transfers.takeOver(instanceId);
	};

	// 3. Deliveries to webhooks.
	const attemptWaiters = createAttemptWaiters(store.listen);
	const receivers = { agent, realClock, signingSecrets: createSigningSecrets(sealer) };
	const worker = createDeliveryWorker({
		store,
		clock,
		...receivers,
		schedule: config.retrySchedule,
		random: () => randomFraction(entropy),
		gateways: () => node.gateways(),
		token: () => node.claimToken(),
		onError: logError('deliveries could not be made; they are tried again'),
		onAttempt: observability.attemptSettled,
		newId,
		onPaused: (webhookId) => {
			logger.warn({ webhookId }, 'a webhook is paused, because every delivery failed for three days');
		},
	});
	releasers.add('delivery worker', () => worker.stop(), DELIVERY_GRACE);
	const onBurstError = logError('collected messages could not be delivered together; it is tried again');
	releasers.add('bursts', startEndingBursts({ store, clock, newId, onError: onBurstError }));

	// 4. What networks report.
	const inFlight = createInFlight();
	releasers.add('sends and reports in flight', () => inFlight.drainAll());
	const recorder = createRecorder({
		store,
		clock,
		newId,
		fence: leases.fence,
		folder: media.folder,
		isStopping: () => releasers.isStopping(),
		onError: (error, instanceId) => {
			if (error instanceof LeaseLost) {
				logger.info({ instanceId }, 'another gateway records what the network reported');
			} else {
				logger.error({ err: error, instanceId }, 'a report of the network could not be recorded');
			}
		},
	});

	const onNoteError = logError('what a network had acknowledged could not be noted; it is tried again');
	const acknowledgements = createAcknowledgements({ store, clock, newId, onError: onNoteError });
	releasers.add('acknowledgements', () => acknowledgements.stop());

	// 5. Connections to the network.
	const network = createNetwork(config, {
		clock,
		steps,
		entropy,
		sealer,
		log: logger,
		client: files,
		// The operator's users set a proxy, as they set the receivers of webhooks.
		proxyGuard: guard,
		scopes,
		count: metrics.networkFault,
		files: {
			save: (owner, source) => media.folder.receive(owner, source),
			discard: (path) => media.folder.discard(mediaFileAt(path)),
		},
		onNotice: (instanceId, { network: name, topic, notice }) => {
			metrics.networkNoticed(name, topic);
			logger.warn({ instanceId, network: name, notice }, 'the network sent a notice about an account');
		},
	});
	releasers.add('network', () => network.close());
	const driver = scopedDriver(network.driver, scopes, (instanceId, error) => {
		metrics.networkFault('escaped_error');
		logger.error({ err: error, instanceId }, 'an error escaped a connection; the connection is opened again');
		store.publish({ kind: 'connection_failed', instanceId });
	});
	const connections = createConnections(driver, {
		inFlight,
		contextFor: (instanceId) =>
			createDriverContext(store, instanceId, leases.fence, media.folder, sealer, acknowledgements),
		acquireLease,
		recordReport: (instanceId, events) =>
			transfers.around(instanceId, events, () => recorder.recordReport(instanceId, events)),
		publish: store.publish,
	});
	releasers.add('connections', () => connections.closeAll());
	const reconnector = createReconnector({
		store,
		clock,
		connections,
		fence: leases.fence,
		acquireLease,
		onError: (error, instanceId) => {
			logger.error({ err: error, instanceId }, 'a connection could not be opened again');
		},
	});
	releasers.add('reconnector', () => {
		reconnector.stop();
	});

	// 6. Messages to the network.
	const sender = createSender({
		store,
		clock,
		pacing: steps,
		recordStatus: recorder.recordStatus,
		inFlight,
		interval: config.sendInterval,
		owner: node.id,
		transfers,
		connectionOf: (instanceId) => connections.get(instanceId),
		resolveMedia: createMediaResolver({ store, media }),
		releaseMedia: (path) => media.folder.release(mediaFileAt(path)),
		onError: (error, messageId) => {
			logger.warn({ err: error, messageId }, 'a message could not be sent; it stays queued');
		},
		observe: observability.send,
	});
	// What a network did not confirm in time is in flight until its connection is closed.
	releasers.add('sender', () => Promise.race([sender.stop(), sleep(realClock, SEND_GRACE)]));

	const simulatedTime =
		simulated === null
			? null
			: createSimulatedTime({
					store,
					realClock,
					simulated,
					sending: () => ({
						inFlight: inFlight.count(),
						inTransit: network.simulator?.countInTransit() ?? 0,
					}),
					onError: logError('the simulated time could not be read; it is tried again'),
				});
	releasers.add('simulated time', () => simulatedTime?.stop());

	const queueOrder = createQueueOrder(newId);
	const onScheduleError = logError('scheduled messages could not be queued; it is tried again');
	releasers.add('scheduler', startScheduler({ store, clock, queueOrder, onError: onScheduleError }));

	// 7. Jobs that run now and then.
	startJobs({ store, clock, newId, media, metrics, logger, retention: config.retention }, releasers);
	const onReadinessError = logError('the gateway is not ready: its store takes no writes');
	const readiness = createReadiness(store.commit, realClock, onReadinessError);

	const enqueueMessage = createEnqueueMessage(store, clock, newId, {
		credits: config.credits,
		capabilitiesOf: (instance) => connections.capabilitiesOf(instance),
		queueOrder,
	});
	const n8n = config.n8n === null ? null : createN8nApi(config.n8n);
	if (n8n !== null) releasers.add('HTTP client of n8n', () => n8n.close());
	const dependencies: Dependencies = {
		store,
		clock,
		realClock,
		simulatedTime,
		newId,
		entropy,
		connections,
		fence: leases.fence,
		media,
		peers: node.peers,
		simulator: network.simulator,
		cloudApi: network.cloudApi,
		guard,
		attemptWaiters,
		receivers,
		enqueueMessage,
		messageChanges: createMessageChanges({
			store,
			clock,
			newId,
			fence: leases.fence,
			transfers,
			connections,
			folder: media.folder,
			credits: config.credits,
			enqueueMessage,
			record: (instanceId, change) =>
				inFlight.track(instanceId, () => recorder.recordReport(instanceId, [{ kind: 'change', change }])),
		}),
		plan: config.plan,
		rateLimitsEnforced: config.rateLimitsEnforced,
		maxConnections: config.maxConnections,
		credits: config.credits,
		observability,
		readiness,
		systemInfo: {
			network: config.network,
			startedAt: realClock.now(),
			retention: config.retention,
			dataFolder: config.dataFolder,
		},
		passwords: createPasswords(entropy, passwordCost),
		signInProxy: config.signInProxy,
		signInLimits: createSignInLimits(store.pool, store.read),
		sealer,
		publicUrl: config.publicUrl,
		n8n,
		mailer: config.mail === null ? null : createMailer(config.mail, realClock),
	};
	return { dependencies, node, connections, reconnector, worker, ownEndpoint, onClusterError };
}
