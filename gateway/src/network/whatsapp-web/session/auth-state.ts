import type {
	AuthenticationCreds,
	SignalDataSet,
	SignalDataTypeMap,
	SignalKeyStore,
	SignalKeyStoreWithTransaction,
} from 'baileys';
import type { DriverContext } from '../../driver.ts';
import type { Baileys } from '../baileys/baileys.ts';
import type { UnitOfWork, ValueText } from './unit-of-work.ts';
import type { Locks } from './locks.ts';

/** Names of what is kept in an instance's session. */
const CREDS = 'whatsapp-web.creds';
const KEYS = 'whatsapp-web.keys.';
export const INBOX = 'whatsapp-web.inbox.';
/** The process that has the device open; still there after one that did not end in order. */
export const RUNNING = 'whatsapp-web.running';
/** Messages that WhatsApp could not hand over and the phone was asked for, each under its identifier. */
export const REQUESTED = 'whatsapp-web.requested.';

/** One-time keys: there are hundreds, and each is used once. */
const RARELY_USED: ReadonlySet<string> = new Set(['pre-key', 'app-state-sync-version']);

/** Whether an instance has, or had, a device linked by QR code. */
export async function hasDevice(session: Pick<DriverContext['session'], 'read'>): Promise<boolean> {
	return (await session.read(CREDS)) !== null;
}

/** Values as JSON in which buffers stay buffers. */
export function valueText({ BufferJSON }: Baileys): ValueText {
	return {
		write: (value) => JSON.stringify(value, BufferJSON.replacer),
		read: (text) => JSON.parse(text, BufferJSON.reviver) as unknown,
	};
}

/** What the device of an instance is known by: those stored, or new ones for a device to be linked. */
export async function readCreds(baileys: Baileys, ledger: UnitOfWork): Promise<AuthenticationCreds> {
	const stored = (await ledger.read([CREDS])).get(CREDS);
	return stored === undefined ? baileys.initAuthCreds() : (stored as AuthenticationCreds);
}

/** Takes over a change of them. */
export function putCreds(ledger: UnitOfWork, creds: AuthenticationCreds): void {
	ledger.set({ [CREDS]: creds });
}

/** The keys of an instance's device, each under its type and its name. */
export function keysIn(ledger: UnitOfWork, { proto }: Baileys): SignalKeyStore {
	const nameOf = (type: string, id: string): string => `${KEYS}${type}.${id}`;

	return {
		async get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
			const stored = await ledger.read(ids.map((id) => nameOf(type, id)));
			const found: Record<string, SignalDataTypeMap[Type]> = {};
			for (const id of ids) {
				const value = stored.get(nameOf(type, id));
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
				const named = Object.entries(values).map(([id, value]) => [nameOf(type, id), value ?? null] as const);
				ledger.set(Object.fromEntries(named), { keepAtHand: !RARELY_USED.has(type) });
			}
		},
	};
}

/**
 * The same as Baileys works with it. What it changes is in the ledger at once, and not only when its transaction
 * ends: it sends what it encrypted before that. What is left of its transactions is that only one at a time runs
 * under a name.
 */
export function lockedKeys(keys: SignalKeyStore, locks: Locks): SignalKeyStoreWithTransaction {
	return {
		get: (type, ids) => keys.get(type, ids),
		set: (data) => keys.set(data),
		isInTransaction: () => locks.isHeld(),
		transaction: (work, name) => locks.during(name, work),
	};
}
