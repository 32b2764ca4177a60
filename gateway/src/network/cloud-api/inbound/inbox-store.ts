import type { DriverContext } from '../../driver.ts';
import { DecryptionFailed, type EncryptedSession } from '../../encrypted-session.ts';
import { accountValues, type Account } from '../session/account.ts';
import { INBOX, readEntry, type InboxEntry } from './inbox-entry.ts';

/** What an earlier connection left in the inbox, oldest first. */
export async function readInbox(session: EncryptedSession): Promise<InboxEntry[]> {
	return [...(await session.list(INBOX))].map(([key, written]) => readEntry(key, written));
}

/**
 * Keeps the account in the session, in place of all that was there but the inbox, in one transaction: a device that was
 * linked before would be connected at the next start, in place of this account. `stored` is the session as it is
 * stored. An inbox that was encrypted under another key cannot be read any more.
 */
export async function replaceSession(
	stored: DriverContext['session'],
	sealed: EncryptedSession,
	account: Account,
): Promise<void> {
	const keys = [...(await stored.list('')).keys()];
	const isReadable = await readInbox(sealed).then(
		() => true,
		(error: unknown) => {
			if (error instanceof DecryptionFailed) return false;
			throw error;
		},
	);
	const gone = keys.filter((key) => !isReadable || !key.startsWith(INBOX));
	await sealed.write({
		...Object.fromEntries(gone.map((key) => [key, null])),
		...accountValues(account),
	});
}
