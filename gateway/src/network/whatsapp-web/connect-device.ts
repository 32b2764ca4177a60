import type { Dispatcher } from 'undici';
import type { Cancel, Clock } from '../../domain/clock.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { DisconnectReason } from '../../domain/instance.ts';
import type { NetworkEvent, DriverContext } from '../driver.ts';
import type { ErrorScopes } from '../error-scopes.ts';
import type { FileStore } from '../file-store.ts';
import type { Log } from '../log.ts';
import type { CountNetworkFault } from '../network-fault.ts';
import type { EncryptSession } from '../encrypted-session.ts';
import { profileOf } from './session/account.ts';
import { readCreds, valueText } from './session/auth-state.ts';
import { baileysLogger } from './baileys/baileys-logger.ts';
import type { Baileys } from './baileys/baileys.ts';
import { closeReasonOf, codeOf } from './socket/close-reason.ts';
import { createDeviceWork, type DeviceWork } from './device-work.ts';
import type { Device, OpenLink } from './device.ts';
import { explanationOf } from './content/explanations.ts';
import { fileDispatcher } from './files/file-dispatcher.ts';
import { openInbox } from './inbound/inbox.ts';
import { createUnitOfWork } from './session/unit-of-work.ts';
import { createLocks } from './session/locks.ts';
import { openLink } from './socket/open-link.ts';
import { openPhoneRequests } from './inbound/phone-requests.ts';
import { withReadRetries } from './session/read-retries.ts';
import { createReconnectSchedule } from './socket/reconnect-schedule.ts';
import { endedBefore, unreachable } from './outbound/refusals.ts';
import { sentContent } from './outbound/send-message.ts';
import type { Semaphore } from './waiting-room.ts';

/** Milliseconds the first QR code of a connection can be scanned, and each one after it. */
const FIRST_QR_LIFETIME = 60_000;
const QR_LIFETIME = 20_000;

/** Attempts after which it is told that the connection is not there. */
const TOLD_AFTER = 2;

export interface DeviceDeps {
	baileys: Baileys;
	url: string;
	/** The version of WhatsApp's web client to connect as; absent: the one Baileys knows. */
	version?: [number, number, number];
	clock: Clock;
	random: () => number;
	seal: EncryptSession;
	files: FileStore;
	/** The guarded way out, for files. */
	agent: Dispatcher;
	scopes: ErrorScopes;
	count: CountNetworkFault;
	/** Names the running process, so that its death can be told from a reconnection. */
	processId: string;
	log: Log;
	/** Where connections to WhatsApp wait to be opened. */
	openings: Semaphore;
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
	unsealed: DriverContext,
	how: 'link' | 'resume',
	port: DeviceDeps,
): Promise<ConnectedDevice> {
	const { baileys, clock, log } = port;
	const ending = new AbortController();
	const isOver = (): boolean => ending.signal.aborted;
	/** What is read before is read for somebody who tries again. */
	let isOpening = false;
	const patient = withReadRetries(unsealed, {
		clock,
		ended: () => isOver() || !isOpening,
		onFailed: (error) => {
			log.warn({ err: error, instanceId }, 'what WhatsApp needs could not be read; it is tried again');
		},
	});
	const session = port.seal(instanceId, patient.session);
	const host = { ...patient, session };
	const text = valueText(baileys);
	const locks = createLocks();
	const ledger = createUnitOfWork(
		session,
		(events) => host.report(events),
		text,
		() => {
			hangUp();
		},
	);
	const creds = await readCreds(baileys, ledger);
	const inbox = await openInbox(baileys, { ledger, session, text, processId: port.processId });
	const schedule = createReconnectSchedule(clock, port.random);
	const dispatcher = fileDispatcher(port.agent);
	const begun = Promise.withResolvers<undefined>();
	begun.promise.catch(() => undefined);
	/** Somebody is told of the end: who waits for the beginning hears of it that way. */
	let isKnown = how === 'resume';
	let current: OpenLink | null = null;
	let open = waitingForLink();
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
		agent: port.agent,
		count: port.count,
		log,
		baileysLog: baileysLogger(log, instanceId),
		link: () => open.promise,
		isOver,
		ended: ending.signal,
	};
	const work = createDeviceWork(device, inbox, await openPhoneRequests(device, session, text));

	function tell(events: readonly NetworkEvent[]): void {
		// Who records it has logged a failure, and a resumed connection tells it again.
		host.report(events).catch(() => undefined);
	}

	function connect(): void {
		port.openings.acquire(openOnce).catch((error: unknown) => {
			log.error({ err: error, instanceId }, 'a connection to WhatsApp could not be opened');
			closed(error);
		});
	}

	/** Resolves when the connection stands, shows a code, or has failed: then the next one may be opened. */
	async function openOnce(): Promise<void> {
		if (isOver()) return;
		schedule.opening();
		const linkPort = {
			...port,
			dispatcher,
			sentMessage: async ({ id }: { id?: string | null }) => (id ? sentContent(device, id) : undefined),
			decrypted: inbox.opened,
		};
		await openLink(device, linkPort, {
			ready(link) {
				current = link;
				work.attach(link);
			},
			qr(code, count) {
				if (isOver()) return;
				const lifetime = count === 1 ? FIRST_QR_LIFETIME : QR_LIFETIME;
				tell([{ kind: 'qr', text: code, expiresAt: clock.now() + lifetime }]);
				isKnown = true;
				begun.resolve(undefined);
			},
			open(link) {
				if (!isOver()) arrived(link);
			},
			closed,
			passkeyWanted() {
				if (!isOver()) finish('provider_verification_required', true);
			},
		});
	}

	function arrived(link: OpenLink): void {
		schedule.connected();
		open.resolve(link);
		isKnown = true;
		begun.resolve(undefined);
		work.begin(link);
		profileOf(device, link)
			.then((profile) => {
				if (current === link && !isOver()) tell([{ kind: 'connected', profile }]);
			})
			.catch(() => undefined);
	}

	/** The connection was closed. `showedQr`: there was a code to scan, and nobody did. */
	function closed(error: unknown, showedQr = false): void {
		if (isOver()) return;
		current = null;
		open.reject(new Error('The connection to WhatsApp was lost; it is opened again.'));
		open = waitingForLink();
		work.lost();
		const closing = closeReasonOf(codeOf(error));
		if (closing.kind === 'over') {
			finish(closing.reason, closing.forgotten);
			return;
		}
		const next = schedule.next(closing.kind === 'restart' || showedQr);
		if (next.when === 'never') {
			finish('connection_lost', false);
			return;
		}
		if (next.when === 'now') {
			connect();
			return;
		}
		if (!isKnown) {
			// Whoever asked for a QR code is told at once that there is none.
			hangUp();
			begun.reject(unreachable(error));
			return;
		}
		// One that comes back at once is nobody's business.
		if (next.failures === TOLD_AFTER && creds.me !== undefined) tell([{ kind: 'connecting' }]);
		cancelRetry = clock.schedule(next.delay, connect);
	}

	function finish(reason: DisconnectReason, forgotten: boolean): void {
		const explanation = explanationOf(reason, { wasLinked: creds.me !== undefined });
		hangUp();
		log.warn({ instanceId, reason }, 'a connection to WhatsApp is over');
		forget(forgotten)
			.catch(() => undefined)
			.then(async () => {
				begun.reject(endedBefore(reason));
				if (!isKnown) return;
				await host.report([{ kind: 'disconnected', reason, explanation }]);
			})
			.catch(() => undefined);
	}

	/** What is on its way into the session would bring it back. */
	async function forget(forgotten: boolean): Promise<void> {
		await ledger.end();
		if (forgotten) await session.clear();
		else await inbox.close();
	}

	function hangUp(): void {
		if (isOver()) return;
		leave('The connection to WhatsApp has ended.')
			?.end(undefined)
			.catch(() => undefined);
		void ledger.end();
	}

	/** Ends everything but the connection itself, and returns what is left of that. */
	function leave(why: string): OpenLink['socket'] | undefined {
		ending.abort(new Error(why));
		cancelRetry();
		open.reject(new Error(why));
		work.lost();
		const socket = current?.socket;
		current = null;
		return socket;
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
			await inbox.close();
		},
		async unlink() {
			const socket = leave('The device was unlinked.');
			if (socket?.ws.isOpen === true && creds.me !== undefined) {
				await socket.logout().catch(() => undefined);
			}
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
