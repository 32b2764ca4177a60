import type { AuthenticationCreds, proto, WAMessageKey, WASocket } from 'baileys';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../../domain/clock.ts';
import type { Log } from '../../log.ts';
import { limitAppStateQueries } from '../baileys/app-state-limit.ts';
import { keysIn, lockedKeys, putCreds } from '../session/auth-state.ts';
import { baileysLogger } from '../baileys/baileys-logger.ts';
import type { Baileys } from '../baileys/baileys.ts';
import { createDeviceLists } from '../session/device-lists.ts';
import { isNoChat } from '../session/identities.ts';
import type { UnitOfWork } from '../session/unit-of-work.ts';
import type { Locks } from '../session/locks.ts';

/** How the gateway is called in the phone's list of linked devices. */
const DEVICE: [string, string, string] = ['Messaging Gateway', 'Chrome', '1.0'];

/** Milliseconds for which a phone is known to have no second identity. */
const NO_LID_FOR = 10 * 60_000;

export interface SocketDeps {
	baileys: Baileys;
	/** Where WhatsApp's multi-device server listens. */
	url: string;
	instanceId: string;
	creds: AuthenticationCreds;
	ledger: UnitOfWork;
	locks: Locks;
	clock: Clock;
	log: Log;
	/** The version of WhatsApp's web client to connect as; absent: the one Baileys knows. */
	version?: [number, number, number];
	/** The way out for files that Baileys fetches by itself. */
	dispatcher: Dispatcher;
	/** A message of ours that somebody could not read and asks for again. */
	sentMessage(key: WAMessageKey): Promise<proto.IMessage | undefined>;
	/** Hears of what was opened, before the key it was opened with is changed for good. */
	decrypted: (ciphertext: Uint8Array, plaintext: Uint8Array) => void;
}

/**
 * Opens a connection to WhatsApp. What it changes goes into the ledger, and nothing leaves it before the changes it
 * was made from are durable.
 */
export function openSocket(port: SocketDeps): WASocket {
	const { baileys, creds, ledger, locks } = port;
	const { makeSignalRepository } = baileys.DEFAULT_CONNECTION_CONFIG;
	const keys = limitAppStateQueries(keysIn(ledger, baileys), port);
	const socket = baileys.makeWASocket({
		waWebSocketUrl: port.url,
		auth: { creds, keys },
		logger: baileysLogger(port.log, port.instanceId),
		...(port.version === undefined ? {} : { version: port.version }),
		browser: DEVICE,
		options: { dispatcher: port.dispatcher } as object,
		// The phone goes on telling of new messages, and nobody sees the account as being there all day.
		markOnlineOnConnect: false,
		emitOwnEvents: false,
		syncFullHistory: false,
		userDevicesCache: createDeviceLists(creds, port.clock),
		getMessage: (key) => port.sentMessage(key),
		shouldIgnoreJid: (jid) => isNoChat(jid),
		makeSignalRepository: (auth, logger, lidsOf) => {
			Object.assign(auth.keys, lockedKeys(keys, locks));
			return observed(makeSignalRepository(auth, logger, rememberingNone(lidsOf, port.clock)), port);
		},
	});
	socket.ev.on('creds.update', () => {
		putCreds(ledger, creds);
		ledger.commit().catch(() => undefined);
	});
	sendWhenDurable(socket, ledger);
	return socket;
}

type Repository = WASocket['signalRepository'];

/** The repository of Signal sessions; what it opens is told before anything else can happen. */
function observed(repository: Repository, { decrypted, locks }: SocketDeps): Repository {
	const original = { ...repository };
	return Object.assign(repository, {
		async decryptMessage(sealed: Parameters<Repository['decryptMessage']>[0]) {
			const plaintext = await original.decryptMessage(sealed);
			decrypted(sealed.ciphertext, plaintext);
			return plaintext;
		},
		async decryptGroupMessage(sealed: Parameters<Repository['decryptGroupMessage']>[0]) {
			const plaintext = await original.decryptGroupMessage(sealed);
			decrypted(sealed.msg, plaintext);
			return plaintext;
		},
		// Two messages to one group must not be encrypted with the same key, whoever sends them.
		encryptGroupMessage: (message: Parameters<Repository['encryptGroupMessage']>[0]) =>
			locks.alone(`group ${message.group}`, () => original.encryptGroupMessage(message)),
	});
}

type LidsOf = Parameters<Baileys['DEFAULT_CONNECTION_CONFIG']['makeSignalRepository']>[2];

/** Asks for the second identities of phones; those that have none are not asked for again at each message. */
function rememberingNone(lidsOf: LidsOf, clock: Clock): LidsOf {
	if (lidsOf === undefined) return undefined;
	const none = new Map<string, number>();
	return async (jids) => {
		const asked = jids.filter((jid) => (none.get(jid) ?? 0) <= clock.now());
		if (asked.length === 0) return [];
		const found = (await lidsOf(asked)) ?? [];
		const phones = new Set(found.map(({ pn }) => pn));
		for (const jid of asked) if (!phones.has(jid)) none.set(jid, clock.now() + NO_LID_FOR);
		return found;
	};
}

/** What lies below Baileys' own socket. */
interface RawSocket {
	send(data: Uint8Array, done?: (error?: Error) => void): void;
}

/** Holds each frame until all that was changed before it is durable; the order of frames stays. */
function sendWhenDurable(socket: WASocket, ledger: UnitOfWork): void {
	const raw = (socket.ws as unknown as { socket: RawSocket }).socket;
	const send = raw.send.bind(raw);
	let last: Promise<void> | null = null;
	raw.send = (data, done) => {
		if (last === null && ledger.isSettled()) {
			send(data, done);
			return;
		}
		const turn = (last ?? Promise.resolve())
			.then(() => ledger.commit())
			.then(
				() => {
					send(data, done);
				},
				(error: unknown) => {
					done?.(error instanceof Error ? error : new Error(String(error)));
				},
			)
			.then(() => {
				if (last === turn) last = null;
			});
		last = turn;
	};
}
