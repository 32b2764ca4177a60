import type { DriverContext } from '../../driver.ts';
import { CannotUnseal } from '../../../lib/crypto/sealer.ts';
import type { EncryptedSession } from '../../session/encrypted-session.ts';
import { isInboxKey } from '../../session/inbox-key.ts';
import { accountValues, type Account } from '../session/account.ts';
import { INBOX, parseEntry, type InboxEntry } from './inbox-entry.ts';

/** Returns the queued messages of an earlier connection, oldest first. */
export async function readInbox(storage: EncryptedSession): Promise<InboxEntry[]> {
	return [...(await storage.list(INBOX))].map(([key, written]) => parseEntry(key, written));
}

/**
 * Stores the account and deletes all other session values except the inboxes, in one transaction. The values of a device
 * that was linked earlier have to be deleted, because the next start would connect that device. An inbox that was
 * encrypted under another key is unreadable and deleted too.
 */
export async function replaceStorage(
	session: DriverContext['session'],
	storage: EncryptedSession,
	account: Account,
): Promise<void> {
	const keys = [...(await session.list('')).keys()];
	const isReadable = await readInbox(storage).then(
		() => true,
		(error: unknown) => {
			if (error instanceof CannotUnseal) return false;
			throw error;
		},
	);
	const deletedKeys = keys.filter((key) => !isInboxKey(key) || (!isReadable && key.startsWith(INBOX)));
	await storage.write({
		...Object.fromEntries(deletedKeys.map((key) => [key, null])),
		...accountValues(account),
	});
}
