import type { Semaphore } from '../../../lib/concurrency/semaphore.ts';
import type { FileStore } from '../../file-store.ts';
import { fetchFile, type FetchedFile } from './fetch-file.ts';
import type { MetaFile } from '../inbound/content/incoming-content.ts';
import type { Session } from '../session/session.ts';
import { retryStoreAccess } from '../inbound/retry-store-access.ts';

/** Milliseconds before each retry: four minutes in all, as later messages of the chat wait for it. */
const RETRY_DELAYS = [1000, 5000, 15_000, 30_000, 60_000, 120_000];
/** How often the gateway may crash while it downloads a file before it gives the file up. */
const MAX_CRASHES = 3;

/** The stored counts of earlier attempts to download a file. */
export interface FetchAttempts {
	crashes: number;
	failures: number;
	save(crashes: number, failures: number): Promise<void>;
}

/**
 * Downloads the file of a message, with retries at increasing intervals. Gives up a file during whose download the
 * gateway has crashed three times. `limit` bounds the concurrent attempts. Rejects only if the session closes.
 */
export async function fetchWithRetries(
	session: Session,
	file: MetaFile,
	files: FileStore,
	{ attempts, limit }: { attempts: FetchAttempts; limit: Semaphore },
): Promise<FetchedFile> {
	if (attempts.crashes >= MAX_CRASHES) return failed(CRASHED);
	for (let { failures } = attempts; failures <= RETRY_DELAYS.length; ) {
		try {
			return await limit(async () => {
				// Counted as a crash in advance; `Inbox.close` removes the count.
				await retryStoreAccess(session, () => attempts.save(attempts.crashes + 1, failures));
				return fetchFile(session, file, files);
			});
		} catch (error) {
			if (session.isClosed()) throw error;
			const { instanceId, log } = session;
			log.warn({ err: error, instanceId, failures: failures + 1 }, 'could not download a file from Meta');
			const delay = RETRY_DELAYS[failures];
			failures += 1;
			if (delay === undefined) break;
			await session.sleep(delay);
		}
	}
	return failed(RETRIES_EXHAUSTED);
}

function failed(message: string): FetchedFile {
	return { mediaError: { code: 'media_download_failed', message } };
}

const RETRIES_EXHAUSTED =
	'The file could not be downloaded from WhatsApp after several attempts. Ask the sender to send it again.';
const CRASHED =
	'The gateway crashed several times while it downloaded this file and does not try again. Ask the sender to send it again.';
