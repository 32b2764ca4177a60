import type { FastifyInstance } from 'fastify';
import { lookup } from 'node:dns';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { acquireOrThrow } from './cluster/lease-manager.ts';
import { multiNode, singleNode } from './cluster/node.ts';
import { startTakeOver } from './cluster/take-over.ts';
import type { Config } from './config/config.ts';
import { sleep, type Clock } from './domain/clock.ts';
import type { InstanceId } from './domain/ids.ts';
import { createDriverContext } from './inbound/driver-context.ts';
import { createRecorder } from './inbound/recorder.ts';
import { createReconnector } from './instances/reconnect.ts';
import { startJobs } from './jobs.ts';
import { openDataKey } from './encryption/data-key.ts';
import { ensureFirstKey } from './keys/first-key.ts';
import { createSignInLimits } from './http/server/limits/sign-in-limits.ts';
import { createGuardedAgent } from './lib/guarded-http/agent.ts';
import type { Target } from './lib/guarded-http/allowed-target.ts';
import { createOwnEndpoint } from './lib/guarded-http/own-endpoint.ts';
import { sharedLookup } from './lib/guarded-http/shared-lookup.ts';
import { createReleasers, type Releasers } from './lib/releasers.ts';
import { errorLogger } from './log.ts';
import { createSealer } from './lib/sealer.ts';
import { mediaFileAt } from './media/media-folder.ts';
import { openMedia } from './media/media.ts';
import { createConnections } from './network/connections.ts';
import { createNetwork } from './network/create-network.ts';
import { createErrorScopes, type ErrorScopes } from './network/error-scopes.ts';
import { createInFlight } from './network/in-flight.ts';
import { scopedDriver } from './network/scoped-driver.ts';
import { openObservability } from './observability/observability.ts';
import { createReadiness } from './observability/readiness.ts';
import { createEnqueueMessage } from './outbound/enqueue.ts';
import { createTransfers } from './outbound/transfers.ts';
import { createMessageChanges } from './outbound/changes/message-changes.ts';
import { createQueueOrder } from './outbound/order-after-queued.ts';
import { createMediaResolver } from './outbound/resolve-media.ts';
import { startScheduler } from './outbound/schedule-messages.ts';
import { createSender } from './outbound/sender.ts';
import { ensureFirstOwner, linkUrl } from './users/links.ts';
import { createPasswords } from './users/password.ts';
import { PAGE_FOLDER } from './runtime/package-folder.ts';
import { restoreYoungGeneration } from './runtime/memory.ts';
import { restrictDataFolder } from './runtime/restrict-data-folder.ts';
import { createIds, randomFraction, type RandomBytes } from './runtime/system.ts';
import { LeaseLost } from './store/cluster/leases.ts';
import { lockDataFolder } from './store/engine/sqlite/data-folder-lock.ts';
import { openStore } from './store/store.ts';
import { createAttemptWaiters } from './webhooks/attempt-waiters.ts';
import { createSigningSecrets } from './webhooks/signing-secrets.ts';
import { startEndingBursts } from './webhooks/end-bursts.ts';
import { createDeliveryWorker } from './webhooks/worker.ts';

/** What a gateway takes from the process it runs in; a test brings its own clock. */
export interface Runtime {
	clock: Clock;
	entropy: RandomBytes;
	logger: Logger;
	/** Traces errors that escape from connections; absent: the caller handles uncaught errors. */
	scopes?: ErrorScopes;
	/** The folder of the page that is served; absent: where the build puts it. */
	pageFolder?: string;
}

export interface Gateway {
	/** The URL it answers at, without a slash at the end. */
	url: string;
	/** The first API key, where this start made one: shown once, stored nowhere. */
	firstKey: string | null;
	/** The link that makes the first owner, while there is none; it works once. */
	setupUrl: string | null;
	/** Stops all parts, in reverse order of their start; what was accepted is finished or stays in the store. */
	close(): Promise<void>;
}

/** Milliseconds a network has, at the end, to confirm sends in flight; the others are repeated at the next start. */
const SEND_GRACE = 3000;

/** Milliseconds a collector has, at the end, to take the last traces. */
const TRACE_GRACE = 3000;

/** Milliseconds deliveries under way have to end; those that do not are repeated when their claim has run out. */
const DELIVERY_GRACE = 60_000;

/** Milliseconds requests under way have to end. */
const HTTP_GRACE = 60_000;

/**
 * Starts a gateway; resolves when it answers requests. Each part knows only those above it; what has to be told of
 * something later subscribes to the store's signals. A part's release stands on the line after its creation.
 * Throws DataFolderInUse, DatabaseOutOfReach, DatabaseRefused, WrongEncryptionKey, and what listening on the port throws.
 */
export async function startGateway(config: Config, runtime: Runtime): Promise<Gateway> {
	const { clock, logger } = runtime;
	const releasers = createReleasers(clock, (error, part) => {
		logger.error({ err: error, part }, 'a part of the gateway did not stop cleanly');
	});
	try {
		return await start(config, runtime, releasers);
	} catch (error) {
		await releasers.releaseAll();
		throw error;
	}
}

async function start(config: Config, runtime: Runtime, releasers: Releasers): Promise<Gateway> {
	const { clock, entropy, logger, scopes = createErrorScopes(), pageFolder = PAGE_FOLDER } = runtime;
	const newId = createIds(clock, entropy);
	const logError = errorLogger(logger);

	// 1. The store, the way out, the files. Gateways on one PostgreSQL database share the folder of media.
	const openFolder = restrictDataFolder(config.dataFolder);
	if (openFolder !== null) logger.warn(openFolder);
	if (config.databaseUrl === null) releasers.add('data folder', lockDataFolder(config.dataFolder));
	const observability = await openObservability(config.traces, config.retrySchedule, logger);
	const { metrics } = observability;
	releasers.add('traces', () => observability.close(), TRACE_GRACE);
	const opened = await openStore(config, {
		clock,
		onError: (error) => {
			logger.warn({ err: error }, 'a connection to the database ended; it is opened again');
		},
		onListenerError: logError('a part of the gateway failed to react to a commit'),
		observe: metrics.group,
	});
	releasers.add('store', () => opened.close());
	const store = { ...opened, commit: observability.commits(opened.commit) };
	store.listen((signal) => {
		observability.signal(signal);
	});
	const sealer = createSealer(await openDataKey(store, config, { clock, entropy }), entropy);
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
		client: files,
		clock,
		newId,
		read: store.read,
		shared: config.databaseUrl !== null,
		limit: config.mediaLimit,
		ffmpeg: config.ffmpeg,
	});
	releasers.add('media', () => {
		media.remote.close();
		media.voiceNotes.close();
	});

	// 2. Which instances are this node's to drive.
	const onClusterError = logError(
		'the other gateways on the database could not be reached; it is tried again',
	);
	const nodeDeps = { store, clock, newId, entropy, sealer, onError: onClusterError };
	const node = config.databaseUrl === null ? singleNode(nodeDeps) : multiNode(config.databaseUrl, nodeDeps);
	releasers.add('node', () => node.leave());
	const { leases } = node;
	const transfers = createTransfers({ store, clock, leases, isStopping: () => releasers.isStopping() });
	const acquireLease = async (instanceId: InstanceId): Promise<void> => {
		await acquireOrThrow(leases, instanceId);
		await transfers.takeOver(instanceId);
	};

	// 3. Deliveries to webhooks.
	const attemptWaiters = createAttemptWaiters(store.listen);
	const worker = createDeliveryWorker({
		store,
		clock,
		agent,
		signingSecrets: createSigningSecrets(sealer),
		schedule: config.retrySchedule,
		random: () => randomFraction(entropy),
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

	// 5. Connections to the network.
	const network = createNetwork(config, {
		clock,
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
			createDriverContext(store, instanceId, leases.fence, (file) => media.folder.pathOf(file), sealer),
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
		recordStatus: recorder.recordStatus,
		inFlight,
		interval: config.sendInterval,
		owner: node.id,
		transfers,
		connectionOf: (instanceId) => connections.get(instanceId),
		resolveMedia: createMediaResolver({ store, media }),
		onError: (error, messageId) => {
			logger.warn({ err: error, messageId }, 'a message could not be sent; it stays queued');
		},
		observe: observability.send,
	});
	// What a network did not confirm in time is in flight until its connection is closed.
	releasers.add('sender', () => Promise.race([sender.stop(), sleep(clock, SEND_GRACE)]));

	const queueOrder = createQueueOrder(newId);
	const onScheduleError = logError('scheduled messages could not be queued; it is tried again');
	releasers.add('scheduler', startScheduler({ store, clock, queueOrder, onError: onScheduleError }));

	// 7. Jobs that run now and then.
	startJobs({ store, clock, newId, media, metrics, logger, retention: config.retention }, releasers);
	const onReadinessError = logError('the gateway is not ready: its store takes no writes');
	const readiness = createReadiness(store.commit, clock, onReadinessError);

	// 8. The HTTP side, and then the instances of this node.
	const firstKey = await ensureFirstKey(store, { newId, entropy, now: clock.now() }, config.apiKey);
	const setupToken = await ensureFirstOwner(store, { entropy, now: clock.now() });
	const enqueueMessage = createEnqueueMessage(store, clock, newId, {
		credits: config.credits,
		capabilitiesOf: (instance) => connections.capabilitiesOf(instance),
		queueOrder,
	});
	const app = await buildApp(
		{
			store,
			clock,
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
			systemInfo: { network: config.network, startedAt: clock.now(), retention: config.retention },
			passwords: createPasswords(entropy),
			signInProxy: config.signInProxy,
			signInLimits: createSignInLimits(store.pool, store.read),
			sealer,
			publicUrl: config.publicUrl,
		},
		{
			logger,
			tls: config.tls,
			trustedProxies: config.trustedProxies,
			requireSecondFactor: config.requireSecondFactor === 'on',
			host: config.host.toLowerCase(),
			peerUrl: config.peerUrl,
			allowedHosts: config.allowedHosts,
			pageFolder,
		},
	);
	releasers.add('HTTP server', () => app.close(), HTTP_GRACE);
	await app.listen({ host: config.host, port: config.port });
	ownEndpoint.listensOn((app.server.address() as AddressInfo).port);
	// From here on there is work, and nothing that starting left behind.
	restoreYoungGeneration();
	await node.join(config.peerUrl ?? addressOf(app, config));
	const stopTakeOver = await startTakeOver({
		store,
		clock,
		node,
		connections,
		resume: reconnector.resume,
		onError: onClusterError,
	});
	releasers.add('take-over', stopTakeOver);
	store.setInsertClaimer(worker.claimOnInsert);
	readiness.connectionsResumed();

	const url = config.publicUrl ?? addressOf(app, config);
	return {
		url,
		firstKey,
		setupUrl: setupToken === null ? null : linkUrl(url, setupToken),
		close: () => releasers.releaseAll(),
	};
}

function addressOf(app: FastifyInstance, config: Config): string {
	const { port } = app.server.address() as AddressInfo;
	const host = config.host.includes(':') ? `[${config.host}]` : config.host;
	return `${config.tls === null ? 'http' : 'https'}://${host}:${port}`;
}
