import type {
	AuthenticationCreds,
	SignalDataSet,
	SignalDataTypeMap,
	SignalKeyStore,
	SignalKeyStoreWithTransaction,
} from 'baileys';
import { DEVICE_CREDENTIALS } from '../../session/credential-keys.ts';
import type { DriverContext } from '../../driver.ts';
import type { Baileys } from '../baileys/baileys.ts';
import type { HeldVersions } from './hold-versions.ts';
import type { Serializer, UnitOfWork } from './unit-of-work.ts';
import type { Locks } from './locks.ts';

/** Keys, and prefixes of keys, in the session of an instance. */
const SIGNAL_KEY_PREFIX = 'whatsapp-web.keys.';
export const INBOX_PREFIX = 'whatsapp-web.inbox.';
/** The id of the process that has the device open. A process that crashed leaves it behind. */
export const PROCESS_KEY = 'whatsapp-web.running';
/** The key of the stored message that the process handles alone. */
export const ISOLATED_KEY = 'whatsapp-web.isolated';
/** Messages that the phone was asked to resend, by their chat, sender and network id; formerly by network id alone. */
export const RESEND_PREFIX = 'whatsapp-web.requested.';

/** The keys of polls, by the chat and the network id of the poll. */
export const POLL_PREFIX = 'whatsapp-web.poll.';

/** Types of keys that are not cached: there are hundreds of one-time keys, and each is read once. */
const UNCACHED_TYPES: ReadonlySet<string> = new Set(['pre-key', 'app-state-sync-version']);

/** Whether an instance has, or had, a device linked by QR code. */
export async function hasDevice(session: Pick<DriverContext['session'], 'read'>): Promise<boolean> {
	return (await session.read(DEVICE_CREDENTIALS)) !== null;
}

/** Serializes values as JSON, with Baileys' notation for buffers. */
export function jsonSerializer({ BufferJSON }: Baileys): Serializer {
	return {
		serialize: (value) => JSON.stringify(value, BufferJSON.replacer),
		deserialize: (text) => JSON.parse(text, BufferJSON.reviver) as unknown,
	};
}

/** Returns the stored credentials, or new ones for a device to be linked. */
export async function readCreds(baileys: Baileys, unitOfWork: UnitOfWork): Promise<AuthenticationCreds> {
	const stored = (await unitOfWork.read([DEVICE_CREDENTIALS])).get(DEVICE_CREDENTIALS);
	return stored === undefined ? baileys.initAuthCreds() : (stored as AuthenticationCreds);
}

/** Stores the credentials of a device with the unit of work. */
export function setCreds(unitOfWork: UnitOfWork, creds: AuthenticationCreds): void {
	unitOfWork.set({ [DEVICE_CREDENTIALS]: creds });
}

/** The key of a value of Baileys' key store. */
export function signalKey(type: string, id: string): string {
	return `${SIGNAL_KEY_PREFIX}${type}.${id}`;
}

/** The key of the Signal sessions with the device at an address of libsignal. */
export function sessionKey(address: string): string {
	return signalKey('session', address);
}

/** Baileys' key store on top of the unit of work; each key has its type and id in its name. */
export function signalKeyStore(unitOfWork: UnitOfWork, { proto }: Baileys): SignalKeyStore {
	return {
		async get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
			const stored = await unitOfWork.read(ids.map((id) => signalKey(type, id)));
			const found: Record<string, SignalDataTypeMap[Type]> = {};
			for (const id of ids) {
				const value = stored.get(signalKey(type, id));
				if (value === undefined) continue;
				const plain = value as SignalDataTypeMap[Type];
				found[id] =
					type === 'app-state-sync-key'
						? (proto.Message.AppStateSyncKeyData.fromObject(plain as object) as unknown as typeof plain)
						: plain;
			}
			return found;
		},
		set(data: SignalDataSet) {
			for (const [type, values] of Object.entries(data)) {
				const entries = Object.entries(values).map(
					([id, value]) => [signalKey(type, id), value ?? null] as const,
				);
				unitOfWork.set(Object.fromEntries(entries), { cache: !UNCACHED_TYPES.has(type) });
			}
		},
	};
}

/**
 * Replaces Baileys' transactions on a key store by mutual exclusion by name. Changes reach the unit of work at once:
 * Baileys sends an encrypted message before its transaction ends, and the frame must not leave before the changed key is
 * durable. Only versions of the app state wait for the end (see hold-versions.ts).
 */
export function lockedKeyStore(
	keys: SignalKeyStore,
	locks: Locks,
	versions: Pick<HeldVersions, 'run'>,
): SignalKeyStoreWithTransaction {
	return {
		get: (type, ids) => keys.get(type, ids),
		set: (data) => keys.set(data),
		isInTransaction: () => locks.isHeld(),
		transaction: (work, name) => locks.runReentrant(name, () => versions.run(work)),
	};
}
