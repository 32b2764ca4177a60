import type { FastifyInstance } from 'fastify';
import { lookup } from 'node:dns';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config/config.ts';
import { sleep, type Clock } from './domain/clock.ts';
import { createGuardedAgent } from './lib/guarded-http/agent.ts';
import { sharedLookUp } from './lib/guarded-http/shared-lookup.ts';
import { createDriverContext } from './inbound/driver-context.ts';
import { createBatchRecorder } from './inbound/record-batch.ts';
import { createReportRecorder } from './inbound/record-report.ts';
import { startReportingMissingContent } from './inbound/report-missing-content.ts';
import { createReconnector } from './instances/reconnect.ts';
import { resumeInstances } from './instances/resume-instances.ts';
import { ensureFirstKey } from './keys/first-key.ts';
import { restoreYoungGeneration } from './runtime/memory.ts';
import { mediaFileAt } from './media/media-folder.ts';
import { openMedia } from './media/media.ts';
import { PAGE_FOLDER } from './http/page/routes.ts';
import { storeIncomingMedia } from './media/store-incoming-media.ts';
import { createConnections, type Connections } from './network/connections.ts';
import { createErrorScopes, type ErrorScopes } from './network/error-scopes.ts';
import { scopedDriver } from './network/scoped-driver.ts';
import { createNetwork } from './network/create-network.ts';
import { createInFlight } from './network/in-flight.ts';
import { createEnqueueMessage } from './outbound/enqueue.ts';
import { startExpiry } from './outbound/expire-messages.ts';
import { createMediaResolver } from './outbound/resolve-media.ts';
import { createSendThrottle } from './outbound/send-throttle.ts';
import { createSender } from './outbound/sender.ts';
import { createPasswords } from './owner/password.ts';
import { ensureOwner, setupUrl } from './owner/setup.ts';
import { openObservability, type Observability } from './observability/observability.ts';
import { createReadiness } from './observability/readiness.ts';
import { singleNode, type ClusterDeps } from './cluster/single-node.ts';
import { multiNode } from './cluster/multi-node.ts';
import { startRetention } from './retention/retention.ts';
import { lockDataFolder } from './store/engine/sqlite/data-folder-lock.ts';
import { LeaseLost } from './store/cluster/leases.ts';
import { findReceivedMessage } from './store/messages/received-messages.ts';
import { openStore, type Store } from './store/store.ts';
import { retryUntilStored } from './store/commit/retry-until-stored.ts';
import { createIds, randomFraction, type RandomBytes } from './runtime/system.ts';
import { createAttemptWaiters } from './webhooks/attempt-waiters.ts';
import { attemptedOf } from './webhooks/record-outcomes.ts';
import { createDeliveryWorker } from './webhooks/worker.ts';

/** What a gateway takes from its surroundings; a test brings its own clock. */
export interface Runtime {
	clock: Clock;
	entropy: RandomBytes;
	logger: Logger;
	/** Where errors that escape from connections are traced; absent: the caller handles uncaught errors itself. */
	scopes?: ErrorScopes;
	/** Where the page lies that is served; absent: where the build puts it. */
	pageFolder?: string;
}

export interface Gateway {
	/** Where it answers, without a slash at the end. */
	url: string;
	/** The first API key, when this start made one: shown once, stored nowhere. */
	firstKey: string | null;
	/** Where the owner sets a password, as long as there is none; it can be used once. */
	setupUrl: string | null;
	/** Ends in order: requests, sends, deliveries under way, connections, the store. */
	close(): Promise<void>;
}

/** Another process works on the same data folder. */
export class DataFolderInUse extends Error {
	constructor(folder: string) {
		super(
			`Another gateway is running on the data folder ${folder}. Stop it, or set GATEWAY_DATA_DIR to another folder.`,
		);
		this.name = 'DataFolderInUse';
	}
}

/** Milliseconds a network has, at the end, to confirm what it was handed; the rest is sent at the next start. */
const SEND_GRACE = 3000;

/** Milliseconds a collector has, at the end, to take the last traces. */
const TRACE_GRACE = 3000;

/** Puts the parts together and starts them; resolves when the gateway answers. */
export async function startGateway(config: Config, surroundings: Runtime): Promise<Gateway> {
	// Gateways on one PostgreSQL database share the folder of media.
	const unlock = config.databaseUrl === null ? lockDataFolder(config.dataFolder) : () => undefined;
	if (unlock === null) throw new DataFolderInUse(config.dataFolder);
	const undo = [unlock];
	try {
		const { clock, logger } = surroundings;
		const observability = await openObservability(config.traces, config.retrySchedule, logger);
		undo.push(() => void observability.close());
		const opened = await openStore(config, {
			clock,
			onError: (error) => {
				logger.warn({ err: error }, 'a connection to the database ended; it is opened again');
			},
			observe: observability.metrics.group,
		});
		undo.push(() => void opened.close());
		const store = { ...opened, commit: observability.commits(opened.commit) };
		return await run(config, surroundings, { store, observability }, unlock);
	} catch (error) {
		for (const step of undo.reverse()) step();
		throw error;
	}
}

async function run(
	config: Config,
	{ clock, entropy, logger, scopes = createErrorScopes(), pageFolder = PAGE_FOLDER }: Runtime,
	{ store, observability }: { store: Store; observability: Observability },
	unlock: () => void,
): Promise<Gateway> {
	const newId = createIds(clock, entropy);
	const token = (): string => entropy(16).toString('base64url');
	const guard = { allowedRanges: config.allowedRanges, findAddresses: sharedLookUp(lookup) };
	const agent = createGuardedAgent(guard);
	const media = await openMedia({
		dataFolder: config.dataFolder,
		client: { agent, guard },
		clock,
		newId,
		read: store.read,
		shared: config.databaseUrl !== null,
		limit: config.mediaLimit,
	});
	const network = createNetwork(config, {
		clock,
		entropy,
		log: logger,
		client: { agent, guard },
		scopes,
		count: observability.metrics.networkFault,
		files: {
			save: (home, source) => media.folder.receive(home, source),
			discard: (path) => media.folder.discard(mediaFileAt(path)),
		},
		onNotice: (instanceId, { network: name, topic, notice }) => {
			observability.metrics.networkNoticed(name, topic);
			logger.warn({ instanceId, network: name, notice }, 'the network told something about an account');
		},
	});
	const driver = scopedDriver(network.driver, scopes, (instanceId, error) => {
		observability.metrics.networkFault('escaped_error');
		logger.error({ err: error, instanceId }, 'an error escaped a connection; the connection is opened again');
		if (!closing) reopening.schedule(instanceId);
	});

	let closing = false;
	const companyPort: ClusterDeps = {
		store,
		clock,
		token,
		resume: (instanceIds) => resumeInstances(store, connections, reopening.onFailed, instanceIds),
		drop: (instanceId) => connections.drop(instanceId),
		wakeWorker: () => {
			worker.wake();
		},
		onError: (error) => {
			logger.warn(
				{ err: error },
				'the other gateways on the database could not be seen to; it is tried again',
			);
		},
	};
	const company =
		config.databaseUrl === null
			? singleNode(companyPort)
			: multiNode(companyPort, config.databaseUrl, {
					id: newId('proc'),
					lock_id: entropy(4).readUInt32BE() >>> 1,
					secret: token(),
				});
	const { leases } = company;
	const reopening = createReconnector({
		clock,
		reopen: async (instanceId) => {
			await connections.drop(instanceId);
			await companyPort.resume(new Set([instanceId]));
		},
		isClosing: () => closing,
		onError: (error, instanceId) => {
			logger.error({ err: error, instanceId }, 'a connection could not be opened again');
		},
	});
	const recordTold = createBatchRecorder(store.commit, newId, leases.fence);
	const recordReport = createReportRecorder(recordTold, newId, clock);
	const underWay = createInFlight();
	const connections: Connections = createConnections(driver, {
		inFlight: underWay,
		contextFor: (instanceId) =>
			createDriverContext(store, instanceId, leases.fence, (file) => media.folder.pathOf(file)),
		acquireLease: async (instanceId) => {
			if (await leases.acquire(instanceId)) return;
			throw new LeaseLost();
		},
		record: async (instanceId, events) => {
			try {
				await storeIncomingMedia(instanceId, events, {
					folder: media.folder,
					record: (told) =>
						retryUntilStored(
							clock,
							() => closing,
							() => recordReport(instanceId, told),
						),
					storedFile: async ({ networkId, source }) => {
						const stored = await findReceivedMessage(store.read, { instanceId, networkId, source });
						return stored?.media_file ?? null;
					},
				});
			} catch (error) {
				if (error instanceof LeaseLost) {
					logger.info({ instanceId }, 'what the network reported is for another gateway to record');
				} else {
					logger.error({ err: error, instanceId }, 'what the network reported could not be recorded');
					if (!closing) reopening.schedule(instanceId);
				}
				throw error;
			}
		},
		onConnected: (instanceId) => {
			sender.wake(instanceId);
		},
		onDisconnected: (instanceId) => {
			leases.release(instanceId).catch(companyPort.onError);
		},
	});
	const sender = createSender({
		store,
		clock,
		recordTold,
		underWay,
		pace: createSendThrottle(clock, config.sendInterval),
		connectionOf: (instanceId) => connections.get(instanceId),
		resolveMedia: createMediaResolver({ store, folder: media.folder, remote: media.remote }),
		onError: (error, messageId) => {
			logger.warn({ err: error, messageId }, 'a message could not be sent; it stays queued');
		},
		observe: observability.send,
	});
	const attemptWatch = createAttemptWaiters();
	const worker = createDeliveryWorker({
		store,
		clock,
		agent,
		schedule: config.retrySchedule,
		random: () => randomFraction(entropy),
		token: () => company.claimToken(),
		onError: (error) => {
			logger.error({ err: error }, 'deliveries could not be worked off; they are tried again');
		},
		onSettled: (delivery, outcome, status) => {
			attemptWatch.ended(delivery.id);
			observability.attemptSettled(delivery, outcome);
			store.publish({ kind: 'delivery_attempted', attempt: attemptedOf(delivery, outcome, status) });
		},
	});
	const stopListening = store.listen((signal) => {
		observability.signal(signal);
		if (signal.kind === 'message_queued') sender.wake(signal.instanceId, signal.queued);
		if (signal.kind === 'delivery_due') worker.wake(signal.webhookIds);
	});
	const stopExpiry = startExpiry(store, clock, newId, (error) => {
		logger.error({ err: error }, 'messages that waited too long could not be given up');
	});
	const stopTelling = startReportingMissingContent(store, clock, newId, (error) => {
		logger.error({ err: error }, 'messages whose content has not come could not be told of');
	});
	const stopRetention = startRetention({
		store,
		clock,
		retention: config.retention,
		media,
		onError: (error) => {
			logger.error({ err: error }, 'what was kept long enough could not be removed; it is tried again');
		},
		onRemoved: (what, count) => {
			observability.metrics.removed(what, count);
			logger.debug({ what, count }, 'removed what was kept long enough');
		},
	});
	const readiness = createReadiness(store.commit, clock, (error) => {
		logger.error({ err: error }, 'the gateway is not ready: its store takes no writes');
	});

	const firstKey = await ensureFirstKey(store, { newId, entropy, now: clock.now() }, config.apiKey);
	const setupToken = await ensureOwner(store, { entropy, now: clock.now() });

	const app = await buildApp(
		{
			store,
			clock,
			newId,
			entropy,
			connections,
			media,
			peers: company.peers,
			simulator: network.simulator,
			cloudApi: network.cloudApi,
			guard,
			attemptWatch,
			acceptMessage: createEnqueueMessage(store, clock, newId, {
				credits: config.credits,
				capabilitiesOf: (instance) => connections.capabilitiesOf(instance),
			}),
			plan: config.plan,
			rateLimitsEnforced: config.rateLimitsEnforced,
			credits: config.credits,
			observability,
			readiness,
			systemInfo: { network: config.network, startedAt: clock.now(), retention: config.retention },
			passwords: createPasswords(entropy),
			publicUrl: config.publicUrl,
		},
		{ logger, tls: config.tls, trustedProxies: config.trustedProxies, pageFolder },
	);
	await app.listen({ host: config.host, port: config.port });
	// From here on there is work, and none of what starting left behind.
	restoreYoungGeneration();
	await company.join(config.peerUrl ?? addressOf(app, config));
	store.setInsertClaimer(worker.claimOnInsert);
	readiness.connectionsResumed();

	const url = config.publicUrl ?? addressOf(app, config);
	return {
		url,
		firstKey,
		setupUrl: setupToken === null ? null : setupUrl(url, setupToken),
		async close() {
			closing = true;
			company.pause();
			await app.close();
			stopExpiry();
			stopTelling();
			await stopRetention();
			stopListening();
			const sent = sender.stop();
			media.remote.close();
			await Promise.race([sent, sleep(clock, SEND_GRACE)]);
			await connections.closeAll();
			await network.close();
			await sent;
			await worker.stop();
			await company.leave();
			await agent.close();
			await store.close();
			unlock();
			await Promise.race([observability.close(), sleep(clock, TRACE_GRACE)]);
		},
	};
}

function addressOf(app: FastifyInstance, config: Config): string {
	const { port } = app.server.address() as AddressInfo;
	const host = config.host.includes(':') ? `[${config.host}]` : config.host;
	return `${config.tls === null ? 'http' : 'https'}://${host}:${port}`;
}
