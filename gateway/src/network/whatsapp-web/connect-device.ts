import type { WASocket } from 'baileys';
import type { Cancel, Clock } from '../../domain/clock.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { DisconnectReason } from '../../domain/instance.ts';
import type { NetworkEvent, NetworkHost } from '../driver.ts';
import type { FileKeeper } from '../file-keeper.ts';
import type { Log } from '../log.ts';
import type { SealSession } from '../sealed-session.ts';
import { profileOf } from './account.ts';
import { INBOX, readCreds, valueText } from './auth-state.ts';
import { backOff, GIVEN_UP_AFTER } from './back-off.ts';
import { baileysLogger } from './baileys-logger.ts';
import type { Baileys } from './baileys.ts';
import { closingOf, codeOf } from './closing.ts';
import { createDeviceWork, type DeviceWork } from './device-work.ts';
import type { Device, OpenLink } from './device.ts';
import { EXPLANATIONS } from './explanations.ts';
import { endQueries } from './end-queries.ts';
import { createIdentities } from './identities.ts';
import { createInbox } from './inbox.ts';
import { createLedger } from './ledger.ts';
import { createLocks } from './locks.ts';
import { createMediaHost } from './media-host.ts';
import { onPasskeyWanted } from './passkeys.ts';
import { readingPatiently } from './patient-reads.ts';
import { endedBefore, unreachable } from './refusals.ts';
import { sentContent } from './send-message.ts';
import { openSocket } from './socket.ts';
import type { WaitingRoom } from './waiting-room.ts';

/** Milliseconds the first QR code of a connection can be scanned, and each one after it. */
const FIRST_QR_LIFETIME = 60_000;
const QR_LIFETIME = 20_000;

/** Connections in a row that are opened again at once, and the milliseconds after which one does not count as such. */
const RESTARTS = 3;
const LASTED = 30_000;

/** Attempts after which it is told that the connection is not there. */
const TOLD_AFTER = 2;

export interface DevicePort {
	baileys: Baileys;
	url: string;
	clock: Clock;
	random: () => number;
	seal: SealSession;
	files: FileKeeper;
	log: Log;
	/** Where connections to WhatsApp wait to be opened. */
	openings: WaitingRoom;
}

/** A device that is kept connected until it is over. */
export interface ConnectedDevice {
	device: Device;
	work: DeviceWork;
	/**
	 * Resolves when WhatsApp has shown a QR code, or let the device in. Rejects when it does neither; of a device that
	 * was never there nothing is reported.
	 */
	begun: Promise<void>;
	/** Ends the connection; the keys stay. Resolves when none of them is on its way into the session any more. */
	close: () => Promise<void>;
	/** Ends the link to the account, as far as WhatsApp can be told, and removes the keys. */
	unlink: () => Promise<void>;
}

/**
 * Connects the device of an instance: shows QR codes until one is scanned, or goes on with the link there is. A
 * connection that is lost is opened again, and what WhatsApp ends for good is reported.
 */
export async function connectDevice(
	instanceId: InstanceId,
	unsealed: NetworkHost,
	how: 'link' | 'resume',
	port: DevicePort,
): Promise<ConnectedDevice> {
	const { baileys, clock, log } = port;
	let over = false;
	/** What is read before is read for somebody who tries again. */
	let isOpening = false;
	const patient = readingPatiently(unsealed, {
		clock,
		ended: () => over || !isOpening,
		onFailed: (error) => {
			log.warn({ err: error, instanceId }, 'what WhatsApp needs could not be read; it is tried again');
		},
	});
	const session = port.seal(instanceId, patient.session);
	const host = { ...patient, session };
	const text = valueText(baileys);
	const locks = createLocks();
	const ledger = createLedger(
		session,
		(events) => host.report(events),
		text,
		() => {
			hangUp();
		},
	);
	const creds = await readCreds(baileys, ledger);
	const inbox = createInbox(baileys, ledger, async () =>
		[...(await session.list(INBOX)).values()].map((stored) => text.read(stored)),
	);
	const begun = Promise.withResolvers<undefined>();
	begun.promise.catch(() => undefined);
	/** Somebody is told of the end: who waits for the beginning hears of it that way. */
	let isKnown = how === 'resume';
	let current: WASocket | null = null;
	let open = waitingForLink();
	let openedAt = 0;
	let restarts = 0;
	let failures = 0;
	let failingSince: number | null = null;
	let cancelRetry: Cancel = () => undefined;

	const device: Device = {
		instanceId,
		baileys,
		host,
		creds,
		ledger,
		locks,
		clock,
		files: port.files,
		log,
		baileysLog: baileysLogger(log, instanceId),
		link: () => open.promise,
		isOver: () => over,
	};
	const work = createDeviceWork(device, inbox);

	function tell(events: readonly NetworkEvent[]): void {
		// Who records it has logged a failure, and a resumed connection tells it again.
		host.report(events).catch(() => undefined);
	}

	function connect(): void {
		port.openings.enter(openOnce).catch((error: unknown) => {
			log.error({ err: error, instanceId }, 'a connection to WhatsApp could not be opened');
			closed(error);
		});
	}

	/** Resolves when the connection stands, shows a code, or has failed: then the next one may be opened. */
	async function openOnce(): Promise<void> {
		if (over) return;
		openedAt = clock.now();
		const socket = openSocket({
			baileys,
			url: port.url,
			instanceId,
			creds,
			ledger,
			locks,
			clock,
			log,
			sentMessage: async ({ id }) => (id ? sentContent(device, id) : undefined),
			decrypted: inbox.opened,
		});
		current = socket;
		const link: OpenLink = {
			socket,
			identities: createIdentities(socket.signalRepository.lidMapping),
			mediaHost: createMediaHost(baileys, socket, { clock, logger: device.baileysLog }),
		};
		work.attach(link);
		onPasskeyWanted(socket, () => {
			if (current === socket && !over) finish('provider_verification_required', true);
		});
		const settled = Promise.withResolvers<undefined>();
		let codes = 0;
		socket.ev.on('connection.update', ({ qr, connection, lastDisconnect }) => {
			if (connection === 'close') endQueries(socket);
			if (over || current !== socket) {
				settled.resolve(undefined);
				return;
			}
			if (qr !== undefined) {
				codes += 1;
				const lifetime = codes === 1 ? FIRST_QR_LIFETIME : QR_LIFETIME;
				tell([{ kind: 'qr', text: qr, expiresAt: clock.now() + lifetime }]);
				isKnown = true;
				begun.resolve(undefined);
				settled.resolve(undefined);
			}
			if (connection === 'open') {
				arrived(link);
				settled.resolve(undefined);
			}
			if (connection === 'close') {
				settled.resolve(undefined);
				closed(lastDisconnect?.error, codes > 0 && creds.me === undefined);
			}
		});
		await settled.promise;
	}

	function arrived(link: OpenLink): void {
		failures = 0;
		restarts = 0;
		failingSince = null;
		open.resolve(link);
		isKnown = true;
		begun.resolve(undefined);
		work.begin(link);
		profileOf(device, link)
			.then((profile) => {
				if (current === link.socket && !over) tell([{ kind: 'connected', profile }]);
			})
			.catch(() => undefined);
	}

	/** The connection was closed. `showed`: there was a code to scan, and nobody did. */
	function closed(error: unknown, showed = false): void {
		if (over) return;
		current = null;
		open.reject(new Error('The connection to WhatsApp was lost; it is opened again.'));
		open = waitingForLink();
		work.lost();
		const code = codeOf(error);
		const closing = closingOf(code);
		if (closing.kind === 'over') {
			finish(closing.reason, closing.forgotten);
			return;
		}
		failingSince ??= clock.now();
		if (clock.now() - failingSince > GIVEN_UP_AFTER) {
			finish('connection_lost', false);
			return;
		}
		const atOnce = closing.kind === 'restart' || showed;
		if (atOnce && (clock.now() - openedAt > LASTED || restarts < RESTARTS)) {
			restarts += 1;
			connect();
			return;
		}
		failures += 1;
		if (!isKnown) {
			// Whoever asked for a QR code is told at once that there is none.
			hangUp();
			begun.reject(unreachable(error));
			return;
		}
		// One that comes back at once is nobody's business.
		if (failures === TOLD_AFTER && creds.me !== undefined) tell([{ kind: 'opening' }]);
		cancelRetry = clock.after(backOff(failures, port.random), connect);
	}

	function finish(reason: DisconnectReason, forgotten: boolean): void {
		hangUp();
		log.warn({ instanceId, reason }, 'a connection to WhatsApp is over');
		forget(forgotten)
			.catch(() => undefined)
			.then(async () => {
				begun.reject(endedBefore(reason));
				if (!isKnown) return;
				await host.report([{ kind: 'disconnected', reason, explanation: EXPLANATIONS[reason] }]);
			})
			.catch(() => undefined);
	}

	/** What is on its way into the session would bring it back. */
	async function forget(forgotten: boolean): Promise<void> {
		await ledger.end();
		if (forgotten) await session.clear();
	}

	function hangUp(): void {
		if (over) return;
		over = true;
		cancelRetry();
		open.reject(new Error('The connection to WhatsApp has ended.'));
		work.lost();
		const socket = current;
		current = null;
		socket?.end(undefined).catch(() => undefined);
		void ledger.end();
	}

	isOpening = true;
	if (how === 'resume' && creds.me === undefined) finish('logged_out', true);
	else connect();
	return {
		device,
		work,
		begun: begun.promise,
		async close() {
			hangUp();
			await ledger.end();
		},
		async unlink() {
			const socket = current;
			over = true;
			cancelRetry();
			if (socket?.ws.isOpen === true && creds.me !== undefined) {
				await socket.logout().catch(() => undefined);
			}
			open.reject(new Error('The device was unlinked.'));
			work.lost();
			current = null;
			await socket?.end(undefined).catch(() => undefined);
			await forget(true);
		},
	};
}

function waitingForLink(): PromiseWithResolvers<OpenLink> {
	const waiting = Promise.withResolvers<OpenLink>();
	// Whoever waits handles it; often nobody does.
	waiting.promise.catch(() => undefined);
	return waiting;
}
