import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignalKeyStore, WASocket } from 'baileys';

type Repository = WASocket['signalRepository'];
type Bundle = Parameters<Repository['injectE2ESession']>[0];

/** The stored form of the Signal sessions with a device, as far as it is read here; libsignal defines it. */
interface SessionRecord {
	_sessions?: Readonly<
		Record<string, { registrationId?: number; indexInfo: { closed: number; remoteIdentityKey: string } }>
	>;
}

/** `indexInfo.closed` of the session that messages are encrypted with. */
const OPEN = -1;

/** Keeps Signal sessions that work, where Baileys begins others. */
export interface SessionKeeper {
	/**
	 * Runs the sending of a message, during which no session with the same keys of the recipient is begun. Outside of it,
	 * sessions are begun as Baileys asks: the recipient could not decrypt a message, or has other keys.
	 */
	keepDuring<T>(send: () => Promise<T>): Promise<T>;
	/**
	 * Makes a repository keep sessions. `keys` stores them. Sessions with one device must be begun one after the other: see
	 * lock-sessions.ts.
	 */
	keepIn(repository: Repository, keys: SignalKeyStore): Repository;
}

/**
 * Each time Baileys has queried the devices of a recipient, it begins new sessions with the recipient and with the
 * account's phone, though the existing ones work: for each of the messages that are sent at the same time, and for each
 * chat every few minutes. A session that was replaced is kept for messages that are still on their way, up to 40 of them
 * with one device, and all of them are stored anew for each message: 35 kB, for the account's phone with every message.
 */
export function createSessionKeeper(): SessionKeeper {
	const sending = new AsyncLocalStorage<true>();

	return {
		keepDuring: (send) => sending.run(true, send),
		keepIn(repository, keys) {
			const original = { ...repository };

			async function openSession(jid: string) {
				const lid = await repository.lidMapping.getLIDForPN(jid);
				const address = repository.jidToSignalProtocolAddress(lid ?? jid);
				const record = (await keys.get('session', [address]))[address] as SessionRecord | undefined;
				return Object.values(record?._sessions ?? {}).find(({ indexInfo }) => indexInfo.closed === OPEN);
			}

			async function isUpToDate({ jid, session }: Bundle): Promise<boolean> {
				const open = await openSession(jid);
				return (
					open?.registrationId === session.registrationId &&
					open.indexInfo.remoteIdentityKey === Buffer.from(session.identityKey).toString('base64')
				);
			}

			return Object.assign(repository, {
				async injectE2ESession(bundle: Bundle) {
					if (sending.getStore() === true && (await isUpToDate(bundle))) return;
					await original.injectE2ESession(bundle);
				},
				// Baileys' own version deserializes all sessions with the device.
				async validateSession(jid: string) {
					const open = await openSession(jid).catch(() => undefined);
					return typeof open?.registrationId === 'number'
						? { exists: true }
						: { exists: false, reason: 'no open session' };
				},
			});
		},
	};
}
