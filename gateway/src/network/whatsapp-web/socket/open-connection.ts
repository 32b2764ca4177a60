import type { WASocket } from 'baileys';
import type { Cancel } from '../../../domain/clock.ts';
import { createIdentities } from '../identity/identities.ts';
import { createMediaHost } from '../files/media-host.ts';
import { isQueryError } from '../errors/refusal-code.ts';
import { linkDevice } from '../linking/link-device.ts';
import type { LinkingEvents, PairingPhone } from '../linking/linking-events.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { fenceSocket } from './fence-socket.ts';
import { openSocket, type SocketDeps } from './open-socket.ts';
import { watchSilence } from './watch-silence.ts';
import type { ErrorScopes, OnUncaughtError } from '../../connections/error-scopes.ts';

/** Milliseconds WhatsApp has to send a QR code or to accept the device. */
const LOGIN_TIMEOUT = 60_000;

/** Log texts, by the kind of fault. */
const FAULTS = {
	frame: 'a frame from WhatsApp could not be handled; the connection is opened again',
	escaped_error: 'an error escaped a connection; the connection is opened again',
} as const;
const QUERY_FAILED = 'WhatsApp refused, or did not answer, a query that a frame needs; the frame is ignored';

/** The events of one connection to WhatsApp. After `onClosed` none follows. */
export interface ConnectionEvents {
	/** The connection exists and has received nothing yet. */
	onCreated: (connection: DeviceConnection) => void;
	/** WhatsApp waits for the account's owner to link the device. */
	onWaiting: LinkingEvents['onWaiting'];
	/** The device cannot be linked. The connection is still open. */
	onLinkingFailed: LinkingEvents['onFailed'];
	/** WhatsApp has accepted the device. */
	onOpen: (connection: DeviceConnection) => void;
	/** The connection is closed. `wasWaiting`: WhatsApp waited for the device to be linked. */
	onClosed: (error: unknown, wasWaiting: boolean) => void;
}

export interface ConnectionDeps
	extends Pick<
		SocketDeps,
		| 'webSocketAgent'
		| 'url'
		| 'version'
		| 'findMessage'
		| 'onDecrypted'
		| 'onSynced'
		| 'onMappings'
		| 'dispatcher'
	> {
	scopes: ErrorScopes;
	/** The phone that is asked to type pairing codes; null: QR codes are shown. */
	pairing: PairingPhone | null;
}

/**
 * Opens one connection to WhatsApp. Resolves when it shows a code, is open, or has failed. An error in
 * Baileys that a frame causes closes this connection, and nothing else.
 */
export async function openConnection(
	device: Device,
	deps: ConnectionDeps,
	events: ConnectionEvents,
): Promise<void> {
	const { clock, instanceId, log } = device;
	const settled = Promise.withResolvers<undefined>();
	let isClosed = false;
	let isWaiting = false;
	let cancelWatch: Cancel = () => undefined;

	function close(error: unknown): void {
		if (isClosed) return;
		isClosed = true;
		escapedErrors.release();
		cancelLoginTimeout();
		cancelWatch();
		connection.linking?.stop();
		settled.resolve(undefined);
		events.onClosed(error, isWaiting && device.creds.me === undefined);
	}

	/** Closes the connection without waiting for Baileys, which may never report that it has ended. */
	function abort(error: unknown): void {
		close(error);
		socket.end(undefined).catch(() => undefined);
	}

	function fail(kind: keyof typeof FAULTS, error: unknown): void {
		if (isClosed) return;
		device.countFault(kind);
		log.error({ err: error, instanceId }, FAULTS[kind]);
		abort(error);
	}

	const escapedErrors = releasable((error) => {
		fail('escaped_error', error);
	}, device);
	const socket = deps.scopes.run(instanceId, escapedErrors.onEscaped, () =>
		openSocket({ ...deps, ...device }),
	);
	const cancelLoginTimeout = clock.schedule(LOGIN_TIMEOUT, () => {
		abort(new Error('WhatsApp did not accept the device within a minute.'));
	});
	const connection: DeviceConnection = {
		socket,
		identities: createIdentities(socket.signalRepository.lidMapping),
		mediaHost: createMediaHost(device, socket),
		linking: device.creds.me === undefined ? linkDevice(device, socket, deps.pairing, linkingEvents()) : null,
	};
	fenceSocket(socket, (error) => {
		// A new connection would bring the same stanza, and the same query.
		if (isQueryError(error)) log.warn({ err: error, instanceId }, QUERY_FAILED);
		else fail('frame', error);
	});
	events.onCreated(connection);
	socket.ev.on('connection.update', ({ connection: state, lastDisconnect }) => {
		if (state === 'close') {
			rejectQueries(socket);
			close(lastDisconnect?.error);
		}
		if (isClosed) return;
		if (state === 'open') {
			cancelLoginTimeout();
			cancelWatch = watchSilence(socket, clock, () => {
				abort(new Error('WhatsApp did not answer a ping.'));
			});
			events.onOpen(connection);
			settled.resolve(undefined);
		}
	});
	await settled.promise;

	function linkingEvents(): LinkingEvents {
		return {
			onWaiting(event) {
				if (isClosed) return;
				isWaiting = true;
				cancelLoginTimeout();
				events.onWaiting(event);
				settled.resolve(undefined);
			},
			onQrCodesExpired() {
				abort(new Error('Nobody scanned a QR code.'));
			},
			onFailed(failure) {
				if (!isClosed) events.onLinkingFailed(failure);
				settled.resolve(undefined);
			},
		};
	}
}

/**
 * Rejects the queries that still wait for an answer on a closed connection. Baileys removes the listeners that would
 * reject them, and they would block their callers until a timeout of a minute.
 */
function rejectQueries({ ws }: Pick<WASocket, 'ws'>): void {
	if (ws.listenerCount('error') > 0) ws.emit('error', new Error('The connection to WhatsApp was lost.'));
}

/**
 * Passes escaped errors to `target` until `release`; afterwards only logs and counts them. Timers of Baileys outlive
 * their connection by minutes, and each keeps its error scope in memory: a released scope does not keep the connection.
 */
function releasable(
	target: OnUncaughtError,
	{ countFault, log, instanceId }: Pick<Device, 'countFault' | 'log' | 'instanceId'>,
): { onEscaped: OnUncaughtError; release: () => void } {
	let current: OnUncaughtError | null = target;
	return {
		onEscaped(error) {
			if (current !== null) {
				current(error);
				return;
			}
			countFault('escaped_error');
			log.error({ err: error, instanceId }, FAULTS.escaped_error);
		},
		release() {
			current = null;
		},
	};
}
