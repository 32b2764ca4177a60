import type { Dispatcher } from 'undici';
import type { Cancel, Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { DisconnectReason } from '../../domain/instances/instance.ts';
import type { Semaphore } from '../../lib/semaphore.ts';
import type { DriverContext, LinkOptions } from '../driver.ts';
import type { NetworkEvent } from '../network-event.ts';
import type { ErrorScopes } from '../error-scopes.ts';
import type { FileStore } from '../file-store.ts';
import type { Log } from '../log.ts';
import type { CountNetworkFault } from '../network-fault.ts';
import type { EncryptSession } from '../encrypted-session.ts';
import type { Guard } from '../../lib/guarded-http/target.ts';
import { createGroupAdmins } from './changes/group-admins.ts';
import { openPollKeys } from './changes/poll-keys.ts';
import { createGroupNames } from './groups/group-names.ts';
import { createJoinedIds } from './identity/joined-ids.ts';
import { profileOf } from './identity/account.ts';
import { userOf } from './identity/jid.ts';
import { readCreds, jsonSerializer } from './session/auth-state.ts';
import { baileysLogger } from './baileys/baileys-logger.ts';
import type { Baileys } from './baileys/baileys.ts';
import { linkingFailed, proxyFailed, unreachable } from './client-errors.ts';
import { closeReasonOf, statusCodeOf } from './socket/close-reason.ts';
import { createDeviceHandlers, type DeviceHandlers } from './device-handlers.ts';
import type { Device, DeviceConnection } from './device.ts';
import type { PairingPhone } from './linking/linking-events.ts';
import { disconnectExplanation } from './socket/disconnect-explanation.ts';
import { fileDispatcher } from './files/file-dispatcher.ts';
import { openInbox } from './inbound/inbox.ts';
import { createUnitOfWork } from './session/unit-of-work.ts';
import { createSessionKeeper } from './session/keep-sessions.ts';
import { createLocks } from './session/locks.ts';
import { removeDevice } from './session/remove-device.ts';
import { openConnection } from './socket/open-connection.ts';
import { openPlaceholderResends } from './inbound/placeholder-resends.ts';
import { withReadRetries } from './session/with-read-retries.ts';
import { createTunnels } from './proxy/open-tunnel.ts';
import { fileAgent, webSocketAgent } from './proxy/proxy-clients.ts';
import { isFinal, proxyFaultOf } from './proxy/proxy-error.ts';
import { createReconnectSchedule } from './socket/reconnect-schedule.ts';

/** Failed attempts in a row after which the instance is reported as reconnecting. */
const REPORTED_FAILURES = 2;

export interface DeviceDeps {
	baileys: Baileys;
	/** The URL of WhatsApp's multi-device server. */
	url: string;
	/** The version of WhatsApp's web client to connect as; absent: the one built into Baileys. */
	version?: [number, number, number];
	clock: Clock;
	/** Returns a number in [0, 1). */
	random: () => number;
	seal: EncryptSession;
	files: FileStore;
	/** The guarded HTTP client for downloads of instances without a proxy. */
	agent: Dispatcher;
	/** Decides which proxies may be used. */
	proxyGuard: Guard;
	scopes: ErrorScopes;
	count: CountNetworkFault;
	/** Identifies the running process, so that the inbox can tell its crash from a reconnection. */
	processId: string;
	log: Log;
	/** Limits how many connections to WhatsApp are opened at the same time. */
	limitOpening: Semaphore;
}

/** A device that reconnects until its connection ends for good. */
export interface ConnectedDevice {
	device: Device;
	handlers: DeviceHandlers;
	/**
	 * Resolves when WhatsApp waits for a code to be scanned or typed, or has accepted the device. Rejects when it does
	 * neither; in that case nothing is reported for the device.
	 */
	started: Promise<void>;
	/** Answers WhatsApp's request for a passkey. Throws invalid_parameters where it has sent none. */
	answerPasskey: (response: Readonly<Record<string, unknown>>) => Promise<void>;
	/** Closes the connection and keeps the keys. Resolves when no write to the session is in flight. */
	close: () => Promise<void>;
	/** Unlinks the device from the account, as far as WhatsApp is reachable, and removes the keys. */
	unlink: () => Promise<void>;
}

/** `link`: reports codes until the phone has confirmed one; `resume`: continues with the stored keys. */
export type ConnectMode = 'resume' | ({ kind: 'link' } & LinkOptions);

/**
 * Connects the device of an instance. Reconnects after a lost connection, and reports a connection that WhatsApp ends for good.
 */
export async function connectDevice(
	instanceId: InstanceId,
	unencrypted: DriverContext,
	mode: ConnectMode,
	deps: DeviceDeps,
): Promise<ConnectedDevice> {
	const { baileys, clock, log } = deps;
	const closing = new AbortController();
	const isClosed = (): boolean => closing.signal.aborted;
	/** Reads made before this is set are not retried: the caller of this function retries the whole call. */
	let isSetUp = false;
	const retrying = withReadRetries(unencrypted, {
		clock,
		hasEnded: () => isClosed() || !isSetUp,
		onRetry: (error) => {
			log.warn({ err: error, instanceId }, 'a read from the store failed; it is retried');
		},
	});
	const session = deps.seal(instanceId, retrying.session);
	const context = { ...retrying, session };
	const serializer = jsonSerializer(baileys);
	const locks = createLocks();
	const unitOfWork = createUnitOfWork(
		session,
		(events) => context.report(events),
		serializer,
		() => {
			closeDevice();
		},
	);
	const creds = await readCreds(baileys, unitOfWork);
	const inbox = await openInbox(baileys, {
		unitOfWork,
		session,
		serializer,
		processId: deps.processId,
		account: () => (creds.me === undefined ? undefined : userOf(creds.me.id)),
	});
	const schedule = createReconnectSchedule(clock, deps.random);
	const proxyUrl = await context.getProxyUrl();
	const tunnels = proxyUrl === null ? null : createTunnels(proxyUrl, deps.proxyGuard);
	const proxiedFiles = tunnels === null ? null : fileAgent(tunnels);
	const agent = proxiedFiles ?? deps.agent;
	const dispatcher = fileDispatcher(agent);
	const pairingPhone = mode === 'resume' ? null : mode.pairingPhone;
	const pairing: PairingPhone | null = pairingPhone === null ? null : { phone: pairingPhone, issued: 0 };
	const started = Promise.withResolvers<undefined>();
	started.promise.catch(() => undefined);
	/** Whether the end is reported as an event. Until then the caller that awaits `started` receives it as an error. */
	let isReported = mode === 'resume';
	let current: DeviceConnection | null = null;
	let open = pendingConnection();
	let cancelRetry: Cancel = () => undefined;

	const access = { connection: () => open.promise, closeSignal: closing.signal };
	const device: Device = {
		...access,
		instanceId,
		baileys,
		context,
		creds,
		unitOfWork,
		locks,
		sessions: createSessionKeeper(),
		clock,
		files: deps.files,
		polls: await openPollKeys(unitOfWork, session, serializer),
		groupNames: createGroupNames(report),
		groupAdmins: createGroupAdmins({ ...access, instanceId, creds, clock, log }),
		agent,
		countFault: deps.count,
		log,
		baileysLog: baileysLogger(log, instanceId),
		isClosed,
	};
	const onMappings = createJoinedIds(device);
	const resends = await openPlaceholderResends(device, session, serializer);
	const handlers = createDeviceHandlers(device, inbox, resends);

	function report(events: readonly NetworkEvent[]): void {
		// The recorder logs a failure, and a resumed connection reports its state again.
		context.report(events).catch(() => undefined);
	}

	function connect(): void {
		deps.limitOpening(openOnce).catch((error: unknown) => {
			log.error({ err: error, instanceId }, 'a connection to WhatsApp could not be opened');
			onClosed(error);
		});
	}

	/** Resolves when the connection is open, shows a code, or has failed, so that the next device may connect. */
	async function openOnce(): Promise<void> {
		if (isClosed()) return;
		schedule.onAttempt();
		// WhatsApp would end the connection of a gateway that has taken the instance over, as replaced.
		await context.confirmLease();
		if (isClosed()) return;
		const connectionDeps = {
			...deps,
			dispatcher,
			pairing,
			...(tunnels === null ? {} : { webSocketAgent: webSocketAgent(tunnels, deps.url) }),
			findMessage: async ({ id }: { id?: string | null }) =>
				id ? handlers.sender.contentForRetry(id) : undefined,
			onDecrypted: inbox.onDecrypted,
			onMappings,
		};
		await openConnection(device, connectionDeps, {
			onCreated(connection) {
				current = connection;
				handlers.attach(connection);
			},
			onWaiting(event) {
				if (isClosed()) return;
				report([event]);
				isReported = true;
				started.resolve(undefined);
			},
			onLinkingFailed({ reason, error }) {
				if (!isClosed()) endForGood(reason, true, error);
			},
			onOpen(connection) {
				if (!isClosed()) onOpen(connection);
			},
			onClosed,
		});
	}

	function onOpen(connection: DeviceConnection): void {
		schedule.onConnected();
		open.resolve(connection);
		isReported = true;
		started.resolve(undefined);
		handlers.onOpen(connection);
		profileOf(device, connection)
			.then((profile) => {
				if (current === connection && !isClosed()) report([{ kind: 'connected', profile }]);
			})
			.catch(() => undefined);
	}

	/** Reconnects or ends, depending on the reason. `wasWaiting`: for a code to be scanned or typed. */
	function onClosed(error: unknown, wasWaiting = false): void {
		if (isClosed()) return;
		current = null;
		open.reject(new Error('The connection to WhatsApp was lost. The gateway reconnects.'));
		open = pendingConnection();
		handlers.onClosed();
		const reason = closeReasonOf(statusCodeOf(error));
		if (reason.kind === 'final') {
			endForGood(reason.reason, reason.isUnlinked);
			return;
		}
		const proxyFault = proxyFaultOf(error);
		if (proxyFault !== null && isFinal(proxyFault)) {
			endForGood('connection_lost', false, proxyFailed(proxyFault));
			return;
		}
		const next = schedule.next(reason.kind === 'restart' || wasWaiting);
		if (next.when === 'never') {
			endForGood('connection_lost', false, proxyFault === null ? undefined : proxyFailed(proxyFault));
			return;
		}
		if (next.when === 'now') {
			connect();
			return;
		}
		if (!isReported) {
			// The client that asked for a QR code receives the error at once instead of waiting for retries.
			closeDevice();
			started.reject(proxyFault === null ? unreachable(error) : proxyFailed(proxyFault));
			return;
		}
		// A connection that comes back with the first attempt does not change the status of the instance.
		if (next.failures === REPORTED_FAILURES && creds.me !== undefined) report([{ kind: 'connecting' }]);
		cancelRetry = clock.schedule(next.delay, connect);
	}

	function endForGood(reason: DisconnectReason, isUnlinked: boolean, error?: GatewayError): void {
		const wasLinked = creds.me !== undefined;
		const explanation = error?.message ?? disconnectExplanation(reason, { wasLinked });
		closeDevice();
		log.warn({ instanceId, reason }, 'a connection to WhatsApp ended and is not reopened');
		closeSession(isUnlinked)
			.catch(() => undefined)
			.then(async () => {
				started.reject(error ?? linkingFailed(reason));
				if (!isReported) return;
				await context.report([{ kind: 'disconnected', reason, explanation }]);
			})
			.catch(() => undefined);
	}

	/** Closes the unit of work first: a write in flight would restore keys that are removed. */
	async function closeSession(removeKeys: boolean): Promise<void> {
		await unitOfWork.close();
		if (removeKeys) await removeDevice(unencrypted.session);
		else await inbox.close();
	}

	function closeDevice(): void {
		if (isClosed()) return;
		detach('The connection to WhatsApp has ended.')
			?.end(undefined)
			.catch(() => undefined);
		void unitOfWork.close();
		proxiedFiles?.destroy().catch(() => undefined);
	}

	/** Ends all work of the device and returns the socket, which the caller has to end. */
	function detach(why: string): DeviceConnection['socket'] | undefined {
		closing.abort(new Error(why));
		cancelRetry();
		open.reject(new Error(why));
		handlers.onClosed();
		const socket = current?.socket;
		current = null;
		return socket;
	}

	isSetUp = true;
	if (mode === 'resume' && creds.me === undefined) endForGood('logged_out', true);
	else connect();
	return {
		device,
		handlers,
		started: started.promise,
		async answerPasskey(response) {
			const linking = current?.linking ?? null;
			if (linking === null) throw new GatewayError('invalid_parameters', 'WhatsApp asks for no passkey.');
			await linking.answerPasskey(response);
		},
		async close() {
			closeDevice();
			await closeSession(false);
		},
		async unlink() {
			const socket = detach('The device was unlinked.');
			if (socket?.ws.isOpen === true && creds.me !== undefined) {
				await socket.logout().catch(() => undefined);
			}
			await socket?.end(undefined).catch(() => undefined);
			await closeSession(true);
		},
	};
}

function pendingConnection(): PromiseWithResolvers<DeviceConnection> {
	const pending = Promise.withResolvers<DeviceConnection>();
	// Callers that await it handle the rejection; often there are none.
	pending.promise.catch(() => undefined);
	return pending;
}
