import type { Logger } from 'pino';
import { startAlerts } from './alerts/start-alerts.ts';
import { buildApp } from './http/app.ts';
import { requireFinishedRestore } from './backup/place-restored.ts';
import { removeLeftovers } from './backup/remove-leftovers.ts';
import { startTakeOver } from './cluster/take-over.ts';
import type { Config } from './config/config.ts';
import { listenUrl } from './config/listen-url.ts';
import type { Clock } from './domain/clock.ts';
import type { NewId } from './domain/ids.ts';
import { listen, type Listener } from './http/server/transport/listener.ts';
import { keyPairOf, startRenewal } from './http/server/transport/renew-certificate.ts';
import { createUnavailableHandler } from './http/server/errors/unavailable-handler.ts';
import { requireNetwork } from './instances/require-network.ts';
import { ensureFirstKey } from './access/keys/first-key.ts';
import { createShutdownHooks, type ShutdownHooks } from './lib/shutdown-hooks.ts';
import { createErrorScopes, type ErrorScopes } from './network/connections/error-scopes.ts';
import { openObservability, type Observability } from './observability/observability.ts';
import { startReportedBackfills } from './composition/reported-backfills.ts';
import { openObservedStore, STARTING } from './composition/observed-store.ts';
import { createComponents } from './composition/components.ts';
import { stopWhenIncompatible, stopWhenUnlocked } from './composition/stop-for-good.ts';
import { restoreYoungGeneration } from './runtime/memory.ts';
import { findMissingDatabase } from './runtime/missing-database.ts';
import { PAGE_FOLDER } from './runtime/package-folder.ts';
import { restrictDataFolder } from './runtime/restrict-data-folder.ts';
import { createSimulatedClock, type SimulatedClock } from './runtime/simulated-clock.ts';
import { createIds, type RandomBytes } from './runtime/system.ts';
import { readClockOffset } from './store/cluster/simulated-clock.ts';
import {
	lockDataFolder,
	shareDataFolder,
	type DataFolderLock,
} from './store/engine/sqlite/data-folder-lock.ts';
import { MIGRATIONS } from './store/migrations/index.ts';
import type { Migrations } from './store/migrations/step.ts';
import { ensureFirstOwner, linkUrl } from './access/users/links.ts';
import { PASSWORD_COST, type PasswordCost } from './access/users/password.ts';

/** What a gateway needs of its process; tests pass their own clock. */
export interface Runtime {
	clock: Clock;
	entropy: RandomBytes;
	logger: Logger;
	/** Shows the first API key, where this start makes one; it is stored nowhere. */
	showFirstKey?: (key: string) => void;
	/** Ends the start early; `startGateway` then throws the signal's reason. */
	signal?: AbortSignal;
	/** Traces errors that escape from connections; absent: the caller handles uncaught errors. */
	scopes?: ErrorScopes;
	/** The folder of the page that is served; absent: where the build puts it. */
	pageFolder?: string;
	/** What a guess at a new password costs; absent: what this version demands. Tests sign in often. */
	passwordCost?: PasswordCost;
	/** The migrations of the database; absent: those of this version. */
	migrations?: Migrations;
}

export interface Gateway {
	/** The URL it answers at, without a slash at the end. */
	url: string;
	/** The link that makes the first owner, while there is none; it works once. */
	setupUrl: string | null;
	/** Resolves when the instances that were connected have their connections again, or have failed to get them once. */
	connectionsResumed: Promise<void>;
	/** Stops all components, in reverse order of their start. Accepted messages are sent, or stay queued in the store. */
	close(): Promise<void>;
}

/** Milliseconds a collector has, at the end, to take the last traces. */
const TRACE_GRACE = 3000;

/** Milliseconds requests under way have to end. */
const HTTP_GRACE = 60_000;

/**
 * Starts a gateway; resolves when it answers requests. It binds its port first and reports the progress of the start
 * there, so that it creates nothing, and shows no secret, where the port is in use. Throws DataFolderInUse,
 * DatabaseOutOfReach, DatabaseRefused, SchemaTooNew, NetworkNotChosen, WrongEncryptionKey, TracingNotInstalled,
 * what listening on the port throws, and the reason of the runtime's signal.
 */
export async function startGateway(config: Config, runtime: Runtime): Promise<Gateway> {
	const { clock: realClock, entropy, logger } = runtime;
	// Nothing has happened yet on a network that is simulated: its time is read when the database is open.
	const simulated = config.network === 'simulator' ? createSimulatedClock(realClock) : null;
	const clock = simulated?.clock ?? realClock;
	const onError = (error: unknown, component: string): void => {
		logger.error({ err: error, component }, 'a component of the gateway did not stop cleanly');
	};
	const newId = createIds(clock, entropy);
	const bootstrapHooks = createShutdownHooks(realClock, onError);
	const componentHooks = createShutdownHooks(realClock, onError);
	const close = async (): Promise<void> => {
		await componentHooks.runAll();
		await bootstrapHooks.runAll();
	};
	let reason = (): string => STARTING;
	try {
		const openFolder = restrictDataFolder(config.dataFolder);
		if (openFolder !== null) logger.warn(openFolder);
		// Gateways on one PostgreSQL database may share a folder.
		const lock = config.databaseUrl === null ? lockDataFolder(config.dataFolder) : null;
		const releaseFolder = lock === null ? shareDataFolder(config.dataFolder) : lock.release;
		bootstrapHooks.add('data folder', releaseFolder);
		// Behind the lock, which a running restore holds.
		requireFinishedRestore(config.dataFolder);
		const missing = config.databaseUrl === null ? findMissingDatabase(config.dataFolder) : null;
		if (missing !== null) logger.warn(missing);
		const observability = await openObservability(config.traces, config.retrySchedule, logger);
		bootstrapHooks.add('traces', () => observability.close(), TRACE_GRACE);
		const { host, port, tls, plan, publicUrl } = config;
		const unavailable = createUnavailableHandler({
			plan,
			clock: realClock,
			newId,
			publicUrl,
			reason: () => reason(),
		});
		const listener = await listen({
			host,
			port,
			tls: tls === null ? null : keyPairOf(tls),
			unavailable,
			onExcess: (reason) => {
				observability.metrics.requestRefused(reason);
			},
		});
		bootstrapHooks.add('port', () => {
			listener.close();
		});
		if (tls !== null)
			bootstrapHooks.add('certificate', startRenewal({ tls, listener, clock: realClock, logger }));
		logger.info(`Server listening at ${listenUrl(config, listener.port)}`);
		await removeLeftovers(config.dataFolder, logger);
		const setReason = (next: () => string): void => {
			reason = next;
		};
		return {
			...(await start(config, runtime, {
				clock,
				simulated,
				newId,
				lock,
				listener,
				observability,
				setReason,
				shutdownHooks: componentHooks,
			})),
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/** The dependencies that exist before the database is open. */
interface BootstrapContext {
	/** The time of messages and deliveries. */
	clock: Clock;
	/** The controls that move that time; null: the network is not simulated. */
	simulated: SimulatedClock | null;
	newId: NewId;
	/** The lock of the data folder; null: several gateways on PostgreSQL may share it. */
	lock: DataFolderLock | null;
	listener: Listener;
	observability: Observability;
	/** Sets why requests are refused, as a sentence. */
	setReason: (reason: () => string) => void;
	shutdownHooks: ShutdownHooks;
}

async function start(
	config: Config,
	runtime: Runtime,
	context: BootstrapContext,
): Promise<Omit<Gateway, 'close'>> {
	const {
		clock: realClock,
		entropy,
		logger,
		scopes = createErrorScopes(),
		pageFolder = PAGE_FOLDER,
	} = runtime;
	const { migrations = MIGRATIONS, signal, showFirstKey = () => undefined } = runtime;
	const { passwordCost = PASSWORD_COST } = runtime;
	const { clock, simulated, newId, listener, observability, shutdownHooks } = context;

	const store = await openObservedStore(config, runtime, context);
	await requireNetwork(store.read, config);
	await simulated?.moveAhead(await readClockOffset(store.read));
	const components = await createComponents(config, {
		clock,
		realClock,
		simulated,
		entropy,
		passwordCost,
		logger,
		newId,
		scopes,
		store,
		observability,
		shutdownHooks,
	});
	const { dependencies, node, connections, reconnector, worker } = components;
	const app = await buildApp(dependencies, {
		logger,
		listener,
		trustedProxies: config.trustedProxies,
		host: config.host.toLowerCase(),
		peerUrl: config.peerUrl,
		allowedHosts: config.allowedHosts,
		pageFolder,
	});
	shutdownHooks.add('HTTP server', () => app.close(), HTTP_GRACE);
	signal?.throwIfAborted();

	const now = clock.now();
	await ensureFirstKey(store, { newId, entropy, now, show: showFirstKey }, config.apiKey);
	const setupToken = await ensureFirstOwner(store, { entropy, now: realClock.now() });
	components.ownEndpoint.listensOn(listener.port);
	listener.open();
	const url = listenUrl(config, listener.port);
	await node.join(config.peerUrl ?? url);
	const takeOver = await startTakeOver({
		store,
		clock,
		node,
		connections,
		resume: reconnector.resume,
		onError: components.onClusterError,
	});
	shutdownHooks.add('take-over', takeOver.stop);
	void takeOver.resumed.then(restoreYoungGeneration);
	store.setInsertClaimer(worker.claimOnInsert);
	const stops = { clock: realClock, logger, listener, setReason: context.setReason, shutdownHooks };
	stopWhenIncompatible(node, stops);
	if (context.lock !== null) stopWhenUnlocked(context.lock, stops);
	startReportedBackfills(store, migrations, { clock: realClock, logger, shutdownHooks });

	const ownUrl = config.publicUrl ?? url;
	startAlerts(
		{
			store,
			clock,
			realClock,
			newId,
			gateways: node.gateways,
			logger,
			settings: config.alerts,
			mailer: dependencies.mailer,
			pageUrl: ownUrl,
			dataFolder: config.dataFolder,
		},
		shutdownHooks,
	);
	return {
		url: ownUrl,
		setupUrl: setupToken === null ? null : linkUrl(ownUrl, setupToken),
		connectionsResumed: takeOver.resumed,
	};
}
