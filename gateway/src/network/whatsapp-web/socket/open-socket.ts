import type { AuthenticationCreds, proto, WAMessageKey, WASocket } from 'baileys';
import type { Agent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../../domain/clock.ts';
import type { Log } from '../../log.ts';
import { emitFirstChanges } from '../baileys/emit-first-changes.ts';
import { forgetChangedDevices } from '../baileys/forget-changed-devices.ts';
import { limitAppStateQueries } from '../baileys/limit-app-state-queries.ts';
import { signalKeyStore, lockedKeyStore, setCreds } from '../session/auth-state.ts';
import { baileysLogger } from '../baileys/baileys-logger.ts';
import type { Baileys } from '../baileys/baileys.ts';
import { boundMemory } from '../baileys/bound-memory.ts';
import { createBoundedCache } from '../baileys/bounded-cache.ts';
import { copyMessageContext } from '../baileys/copy-message-context.ts';
import { limitLidQueries, tolerateUnansweredQueries } from '../baileys/limit-lid-queries.ts';
import { rejectUnansweredQueries } from '../baileys/reject-unanswered-queries.ts';
import { tolerateRefusals } from '../baileys/tolerate-refusals.ts';
import type { AppStateFollower } from '../chats/follow-app-state.ts';
import type { Versions } from '../chats/unrecorded-versions.ts';
import { isOwnJid } from '../identity/account.ts';
import { createUserDevicesCache } from '../baileys/user-devices-cache.ts';
import { isIgnoredJid } from '../identity/jid.ts';
import type { LidMapping } from '../identity/joined-ids.ts';
import { holdVersions } from '../session/hold-versions.ts';
import type { SessionKeeper } from '../session/keep-sessions.ts';
import { lockSessions } from '../session/lock-sessions.ts';
import type { UnitOfWork } from '../session/unit-of-work.ts';
import type { Locks } from '../session/locks.ts';
import { sendWhenDurable } from './send-when-durable.ts';

/** The name of the gateway in the phone's list of linked devices. */
const DEVICE_NAME: [string, string, string] = ['Messaging Gateway', 'Chrome', '1.0'];

/** Size and lifetime, in milliseconds, of the cache of how often each message was requested again. */
const RETRY_COUNTERS = { limit: 20_000, ttl: 3_600_000 };
/** Size and lifetime of the cache of calls that have not ended. */
const CALL_OFFERS = { limit: 1000, ttl: 300_000 };

export interface SocketDeps {
	baileys: Baileys;
	/** The URL of WhatsApp's multi-device server. */
	url: string;
	instanceId: string;
	creds: AuthenticationCreds;
	unitOfWork: UnitOfWork;
	locks: Locks;
	sessions: SessionKeeper;
	clock: Clock;
	log: Log;
	/** The version of WhatsApp's web client to connect as; absent: the one built into Baileys. */
	version?: [number, number, number];
	/** Opens the WebSocket, through a proxy; absent: without one. */
	webSocketAgent?: Agent;
	/** The HTTP client for files that Baileys downloads by itself. */
	dispatcher: Dispatcher;
	/** Returns a sent message that a recipient could not decrypt and requests again. */
	findMessage(key: WAMessageKey): Promise<proto.IMessage | undefined>;
	/** Called with each decrypted part of a message, before the change of its key can be committed. */
	onDecrypted: (ciphertext: Uint8Array, plaintext: Uint8Array) => void;
	/** Called when a sync of the app state has read versions; see AppStateFollower.onSynced. */
	onSynced: AppStateFollower['onSynced'];
	/** Called with the mappings between phone numbers and LIDs that Baileys has stored. */
	onMappings: (mappings: readonly LidMapping[]) => void;
}

/**
 * Opens a socket of Baileys. All changes of credentials and keys go into the unit of work, and no frame is sent before
 * the changes made before it are committed.
 */
export function openSocket(deps: SocketDeps): WASocket {
	const { baileys, creds, unitOfWork, locks, sessions } = deps;
	const { makeSignalRepository } = baileys.DEFAULT_CONNECTION_CONFIG;
	const versions = holdVersions(signalKeyStore(unitOfWork, baileys), (synced, release) => {
		deps.onSynced(socket, synced as Versions, release);
	});
	const { keys, watch } = limitAppStateQueries(versions.keys, deps);
	const userDevicesCache = createUserDevicesCache(creds, deps.clock);
	const socket: WASocket = baileys.makeWASocket({
		waWebSocketUrl: deps.url,
		auth: { creds, keys },
		logger: baileysLogger(deps.log, deps.instanceId),
		...(deps.version === undefined ? {} : { version: deps.version }),
		browser: DEVICE_NAME,
		// Baileys' types require an HTTPS agent, but any agent works.
		...(deps.webSocketAgent === undefined ? {} : { agent: deps.webSocketAgent as HttpsAgent }),
		options: { dispatcher: deps.dispatcher } as object,
		// Otherwise the phone shows no notifications, and contacts see the account online all day.
		markOnlineOnConnect: false,
		emitOwnEvents: false,
		syncFullHistory: false,
		// Instead of Baileys' own timeout: see reject-unanswered-queries.ts.
		defaultQueryTimeoutMs: undefined,
		userDevicesCache,
		msgRetryCounterCache: createBoundedCache(deps.clock, RETRY_COUNTERS),
		callOfferCache: createBoundedCache(deps.clock, CALL_OFFERS),
		getMessage: (key) => deps.findMessage(key),
		shouldIgnoreJid: (jid) => isIgnoredJid(jid),
		makeSignalRepository: (auth, logger, findLids) => {
			Object.assign(auth.keys, lockedKeyStore(keys, locks, versions));
			const lids = findLids && limitLidQueries(findLids, deps.clock);
			const repository = sessions.keepIn(makeSignalRepository(auth, logger, lids), keys);
			tolerateUnansweredQueries(repository);
			return observed(lockSessions(repository, locks), deps);
		},
	});
	socket.ev.on('creds.update', () => {
		// Stored keys mean that the device is linked, so nothing is stored before the phone has linked it.
		if (creds.me === undefined) return;
		setCreds(unitOfWork, creds);
		unitOfWork.commit().catch(() => undefined);
	});
	rejectUnansweredQueries(socket, deps.clock);
	tolerateRefusals(socket);
	watch(socket);
	forgetChangedDevices(socket, userDevicesCache);
	boundMemory(socket, deps.clock);
	emitFirstChanges(socket.ev);
	sendWhenDurable(socket, unitOfWork);
	return socket;
}

type Repository = WASocket['signalRepository'];

/**
 * Makes the repository of Signal sessions call `onDecrypted` and `onMappings`, and encrypt one message of a group at a
 * time.
 */
function observed(
	repository: Repository,
	{ baileys, creds, onDecrypted, onMappings, locks }: SocketDeps,
): Repository {
	const original = { ...repository };
	const { lidMapping } = repository;
	const store = lidMapping.storeLIDPNMappings.bind(lidMapping);
	lidMapping.storeLIDPNMappings = async (mappings) => {
		await store(mappings);
		onMappings(mappings);
	};
	return Object.assign(repository, {
		async decryptMessage(encrypted: Parameters<Repository['decryptMessage']>[0]) {
			const decrypted = await original.decryptMessage(encrypted);
			const plaintext = isOwnJid({ creds }, encrypted.jid)
				? copyMessageContext(baileys, decrypted)
				: decrypted;
			onDecrypted(encrypted.ciphertext, plaintext);
			return plaintext;
		},
		async decryptGroupMessage(encrypted: Parameters<Repository['decryptGroupMessage']>[0]) {
			const plaintext = await original.decryptGroupMessage(encrypted);
			onDecrypted(encrypted.msg, plaintext);
			return plaintext;
		},
		// Two messages to the same group must not be encrypted with the same key.
		encryptGroupMessage: (message: Parameters<Repository['encryptGroupMessage']>[0]) =>
			locks.runExclusive(`group ${message.group}`, () => original.encryptGroupMessage(message)),
	});
}
