import { setImmediate as nextIteration } from 'node:timers/promises';
import type { WASocket } from 'baileys';
import { isLid } from '../identity/jid.ts';
import type { Locks } from './locks.ts';

type Repository = WASocket['signalRepository'];

/** The name of the lock of all Signal sessions of a device. */
const SESSIONS = 'signal sessions';

/** Changes after which other work of the process has its turn: the first message to a large group needs thousands. */
const CHANGES_IN_A_ROW = 16;

/**
 * Makes a repository change one Signal session at a time. libsignal queues its work by address, and a person has two
 * addresses, the phone number and the LID: a message encrypted for the one while a message of the other is decrypted
 * would overwrite the keys that the decryption has changed, or be encrypted with a key that was used before.
 */
export function lockSessions(repository: Repository, locks: Locks): Repository {
	const original = { ...repository };
	let changes = 0;

	function exclusive<T>(work: () => Promise<T>): Promise<T> {
		return locks.runExclusive(SESSIONS, async () => {
			changes += 1;
			if (changes % CHANGES_IN_A_ROW === 0) await nextIteration();
			return work();
		});
	}

	/** Finds the LID before the lock: for a phone number without a known LID, WhatsApp is asked for it. */
	async function locked<T>(jid: string, work: () => Promise<T>): Promise<T> {
		if (!isLid(jid)) await repository.lidMapping.getLIDForPN(jid).catch(() => null);
		return exclusive(work);
	}

	return Object.assign(repository, {
		encryptMessage: (message: Parameters<Repository['encryptMessage']>[0]) =>
			locked(message.jid, () => original.encryptMessage(message)),
		decryptMessage: (message: Parameters<Repository['decryptMessage']>[0]) =>
			locked(message.jid, () => original.decryptMessage(message)),
		injectE2ESession: (bundle: Parameters<Repository['injectE2ESession']>[0]) =>
			locked(bundle.jid, () => original.injectE2ESession(bundle)),
		migrateSession: (from: string, to: string) => exclusive(() => original.migrateSession(from, to)),
		deleteSession: (jids: string[]) => exclusive(() => original.deleteSession(jids)),
	});
}
