import { createIdentities } from '../session/identities.ts';
import { createMediaHost } from '../files/media-host.ts';
import { endQueries } from './end-queries.ts';
import type { Device, OpenLink } from '../device.ts';
import { fenceSocket } from './fence-socket.ts';
import { onPasskeyWanted } from './passkeys.ts';
import { openSocket, type SocketDeps } from './socket.ts';
import { watchSilence } from './watch-silence.ts';
import type { ErrorScopes, OnUncaughtError } from '../../error-scopes.ts';

/** Milliseconds WhatsApp has to show a QR code or to let the device in. */
const LOGIN_TIMEOUT = 60_000;

/** What the log says of something that went wrong in Baileys. */
const FAULTS = {
	frame: 'a frame from WhatsApp could not be handled; the connection is opened again',
	escaped_error: 'an error escaped a connection; the connection is opened again',
} as const;

/** What is told of one connection to WhatsApp, until it has ended. */
export interface LinkEvents {
	/** It stands ready, and nothing has come in yet. */
	ready: (link: OpenLink) => void;
	/** A QR code is to be shown; `count` is how many there were with it. */
	qr: (text: string, count: number) => void;
	/** WhatsApp has let the device in. */
	open: (link: OpenLink) => void;
	/** It was closed; `showedQr`: there was a code to scan, and nobody did. */
	closed: (error: unknown, showedQr: boolean) => void;
	passkeyWanted: () => void;
}

export interface LinkDeps
	extends Pick<SocketDeps, 'url' | 'version' | 'sentMessage' | 'decrypted' | 'dispatcher'> {
	scopes: ErrorScopes;
}

/**
 * Opens one connection to WhatsApp. Resolves when it has shown a QR code, is open, or has failed. Whatever goes wrong
 * in Baileys because of what WhatsApp or somebody else sent ends this connection, and nothing else.
 */
export async function openLink(device: Device, port: LinkDeps, events: LinkEvents): Promise<void> {
	const { baileys, clock, instanceId, log } = device;
	const settled = Promise.withResolvers<undefined>();
	let ended = false;
	let codes = 0;
	let cancelWatch = (): void => undefined;

	function end(error: unknown): void {
		if (ended) return;
		ended = true;
		escaped.release();
		cancelLogin();
		cancelWatch();
		settled.resolve(undefined);
		events.closed(error, codes > 0 && device.creds.me === undefined);
	}

	/** The connection is of no use any more; Baileys may never say that it has ended. */
	function abandon(error: unknown): void {
		end(error);
		socket.end(undefined).catch(() => undefined);
	}

	function fail(kind: keyof typeof FAULTS, error: unknown): void {
		if (ended) return;
		device.count(kind);
		log.error({ err: error, instanceId }, FAULTS[kind]);
		abandon(error);
	}

	const escaped = relay((error) => {
		fail('escaped_error', error);
	}, device);
	const socket = port.scopes.run(instanceId, escaped.pass, () => openSocket({ ...port, ...device }));
	const cancelLogin = clock.schedule(LOGIN_TIMEOUT, () => {
		abandon(new Error('WhatsApp did not let the device in in time.'));
	});
	const link: OpenLink = {
		socket,
		identities: createIdentities(socket.signalRepository.lidMapping),
		mediaHost: createMediaHost(baileys, socket, { clock, logger: device.baileysLog }),
	};
	fenceSocket(socket, (error) => {
		fail('frame', error);
	});
	events.ready(link);
	onPasskeyWanted(socket, () => {
		if (!ended) events.passkeyWanted();
	});
	socket.ev.on('connection.update', ({ qr, connection, lastDisconnect }) => {
		if (connection === 'close') {
			endQueries(socket);
			end(lastDisconnect?.error);
		}
		if (ended) return;
		if (qr !== undefined) {
			codes += 1;
			cancelLogin();
			events.qr(qr, codes);
			settled.resolve(undefined);
		}
		if (connection === 'open') {
			cancelLogin();
			cancelWatch = watchSilence(socket, clock, () => {
				abandon(new Error('WhatsApp has fallen silent.'));
			});
			events.open(link);
			settled.resolve(undefined);
		}
	});
	await settled.promise;
}

/**
 * Passes errors on until it is released, and only logs them from then on. Timers of Baileys' outlive their connection
 * by minutes, and each holds the scope it was set in: by then, that must not hold the connection.
 */
function relay(
	target: OnUncaughtError,
	{ count, log, instanceId }: Pick<Device, 'count' | 'log' | 'instanceId'>,
): { pass: OnUncaughtError; release: () => void } {
	let current: OnUncaughtError | null = target;
	return {
		pass(error) {
			if (current !== null) {
				current(error);
				return;
			}
			count('escaped_error');
			log.error({ err: error, instanceId }, FAULTS.escaped_error);
		},
		release() {
			current = null;
		},
	};
}
