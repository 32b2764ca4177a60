import type { WAMessageKey } from 'baileys';
import type { Cancel } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { DisconnectReason } from '../../domain/instances/instance.ts';
import type { DriverContext } from '../driver.ts';
import type { NetworkEvent } from '../network-event.ts';
import { baileysLogger } from './baileys/baileys-logger.ts';
import { createDisappearingTimers } from './chats/disappearing-timers.ts';
import { createGroupAdmins } from './changes/group-admins.ts';
import { openPollKeys } from './changes/poll-keys.ts';
import { openUnrecordedVersions } from './chats/unrecorded-versions.ts';
import { linkingFailed } from './errors/client-errors.ts';
import type { ConnectedDevice, ConnectMode, DeviceDeps } from './connected-device.ts';
import { createDeviceHandlers } from './device-handlers.ts';
import type { Device, DeviceConnection } from './device.ts';
import { createGroupNames } from './groups/group-names.ts';
import { profileOf } from './identity/account.ts';
import { createJoinedIds } from './identity/joined-ids.ts';
import { openPlaceholderResends } from './inbound/undecryptable/placeholder-resends.ts';
import type { PairingPhone } from './linking/linking-events.ts';
import { createClients } from './proxy/device-clients.ts';
import { signalKeyStore } from './session/auth-state.ts';
import { createSessionKeeper } from './session/keep-sessions.ts';
import { createLocks } from './session/locks.ts';
import { openSession } from './session/open-session.ts';
import { removeDevice } from './session/remove-device.ts';
import { disconnectExplanation } from './socket/disconnect-explanation.ts';
import { openConnection } from './socket/open-connection.ts';
import { createReconnectSchedule } from './socket/reconnect-schedule.ts';
import { reconnectionAfter } from './socket/reconnection.ts';

/** Failed attempts in a row after which the instance is reported as reconnecting. */
const REPORTED_FAILURES = 2;

/**
 * Connects the device of an instance. Reconnects after a lost connection, and reports a connection that WhatsApp ends
 * for good.
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
	const opened = await openSession(instanceId, unencrypted, deps, {
		hasEnded: isClosed,
		onFailure: () => {
			closeDevice();
		},
	});
	const { context, serializer, unitOfWork, creds, inbox } = opened;
	const schedule = createReconnectSchedule(clock, deps.random);
	const clients = createClients(await context.getProxyUrl(), deps);
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
		locks: createLocks(),
		sessions: createSessionKeeper(),
		clock,
		files: deps.files,
		polls: await openPollKeys(unitOfWork, context.session, serializer),
		timers: createDisappearingTimers({ unitOfWork, isClosed }),
		groupNames: createGroupNames(report),
		groupAdmins: createGroupAdmins({ ...access, instanceId, creds, clock, log }),
		agent: clients.agent,
		countFault: deps.count,
		log,
		baileysLog: baileysLogger(log, instanceId),
		isClosed,
	};
	const onMappings = createJoinedIds(device);
	const resends = await openPlaceholderResends(device, context.session, serializer);
	const unrecorded = await openUnrecordedVersions(unitOfWork, signalKeyStore(unitOfWork, baileys));
	const handlers = createDeviceHandlers(device, { inbox, resends, unrecorded });

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
			pairing,
			...clients.ofConnection(),
			findMessage: (key: WAMessageKey) => handlers.sender.contentForRetry(key),
			onDecrypted: inbox.onDecrypted,
			onSynced: handlers.appState.onSynced,
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
		const next = reconnectionAfter(error, wasWaiting, schedule);
		if (next.when === 'never') {
			endForGood(next.reason, next.isUnlinked, next.error);
			return;
		}
		if (next.when === 'now') {
			connect();
			return;
		}
		if (!isReported) {
			// The client that asked for a QR code receives the error at once instead of waiting for retries.
			closeDevice();
			started.reject(next.error);
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
		clients.close();
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

	opened.retryReads();
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
