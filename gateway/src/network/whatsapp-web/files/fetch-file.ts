import type { WAMessageKey } from 'baileys';
import { sleep } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { MediaError } from '../../../domain/messages/message-details.ts';
import { MEDIA_LIMITS } from '../../../media/formats/formats.ts';
import type { Semaphore } from '../../../lib/concurrency/semaphore.ts';
import { MediaStorageError } from '../../../media/storage/media-storage.ts';
import type { MediaFile } from '../../network-message.ts';
import { FileDecryptionError, type FileKeys } from './decrypt-file.ts';
import { openConnectionOf, type Device, type DeviceConnection } from '../device.ts';
import { downloadFile, DownloadRefused } from './download-file.ts';
import type { RemoteFile } from '../content/incoming-content.ts';
import { DEFAULT_MEDIA_HOST, mediaAddress } from './media-address.ts';
import { MEDIA_ERRORS, tooLarge } from './media-errors.ts';
import { requestReupload } from './request-reupload.ts';

/** Milliseconds before each retry of a failed download: four minutes in all, as later messages of the sender wait for it. */
const RETRY_DELAYS = [1000, 5000, 15_000, 30_000, 60_000, 120_000];
/** Milliseconds before a retry that does not count: the connection was lost, or the disk cannot be written to. */
const DELAYS_WITHOUT_COUNT = { disconnected: 1000, not_stored: 30_000 };

/** Statuses of the media host that no retry changes: the file was deleted, or its path has expired. */
const EXPIRED = new Set([400, 401, 403, 404, 410]);

/** Bytes of a media key. */
const MEDIA_KEY_LENGTH = 32;

/** The stored file of a message, or why it is missing. */
export type FetchedFile = { media: MediaFile } | { mediaError: MediaError };

/**
 * Downloads the file of a message from WhatsApp and decrypts it. Where WhatsApp no longer has the file, it requests the
 * phone to upload it again. Where the disk cannot be written to, or WhatsApp cannot be reached, it retries until it can.
 * Throws only when the device closes: the message stays in the inbox then, and the next connection downloads its file.
 * `limit` bounds the concurrent downloads; a download that waits for a retry, or for the phone, does not count.
 */
export async function fetchFile(
	device: Device,
	{ key, file }: { key: WAMessageKey; file: RemoteFile },
	limit: Semaphore = (work) => work(),
): Promise<FetchedFile> {
	if (file.size > MEDIA_LIMITS[file.mediaType]) return { mediaError: tooLarge(file.mediaType) };
	if (file.mediaKey.length !== MEDIA_KEY_LENGTH) return { mediaError: MEDIA_ERRORS.notDecrypted };
	const fetched = await fetchWithRetries(device, file, limit);
	if (!('mediaError' in fetched) || fetched.mediaError !== MEDIA_ERRORS.expired) return fetched;
	const directPath = await requestReupload(device, { key, mediaKey: file.mediaKey });
	return directPath === null ? fetched : fetchWithRetries(device, { ...file, directPath }, limit);
}

async function fetchWithRetries(device: Device, file: RemoteFile, limit: Semaphore): Promise<FetchedFile> {
	const { iv, cipherKey, macKey } = await device.baileys.getMediaKeys(file.mediaKey, file.kind);
	if (macKey === undefined) return { mediaError: MEDIA_ERRORS.notDecrypted };
	const keys = { iv, cipherKey, macKey };
	for (let failures = 0; ; ) {
		const outcome = await limit(() => tryOnce(device, { ...file, keys }));
		device.closeSignal.throwIfAborted();
		if (typeof outcome === 'object') return outcome;
		const delay = outcome === 'failed' ? RETRY_DELAYS[failures] : DELAYS_WITHOUT_COUNT[outcome];
		if (outcome === 'failed') failures += 1;
		if (delay === undefined) return { mediaError: MEDIA_ERRORS.downloadFailed };
		await sleep(device.clock, delay);
		device.closeSignal.throwIfAborted();
	}
}

/** A try after which the download is retried: it failed, its connection was lost, or the file could not be stored. */
type FailedTry = 'failed' | keyof typeof DELAYS_WITHOUT_COUNT;

async function tryOnce(
	device: Device,
	file: RemoteFile & { keys: FileKeys },
): Promise<FetchedFile | FailedTry> {
	const connection = await openConnectionOf(device);
	try {
		return await fetchOnce(device, connection, file);
	} catch (error) {
		const permanent = permanentError(error, file);
		if (permanent !== null) return { mediaError: permanent };
		if (!(error instanceof MediaStorageError)) return connection.socket.ws.isOpen ? 'failed' : 'disconnected';
		device.log.error({ err: error }, 'a file could not be stored; the download is retried in 30 seconds');
		return 'not_stored';
	}
}

async function fetchOnce(
	device: Device,
	{ mediaHost }: DeviceConnection,
	{ keys, mediaType, directPath, mimeType, filename, caption }: RemoteFile & { keys: FileKeys },
): Promise<FetchedFile> {
	const { agent, clock, closeSignal: signal, files, instanceId } = device;
	const address = mediaAddress((await mediaHost.hostname()) ?? DEFAULT_MEDIA_HOST, directPath);
	if (address === null) return { mediaError: MEDIA_ERRORS.invalidAddress };
	const stored: string[] = [];
	const store = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
		stored.push((await files.save(instanceId, source)).path);
	};
	try {
		await downloadFile({ agent, clock, signal }, { address, keys, mediaType, store });
	} catch (error) {
		await Promise.all(stored.map((path) => files.discard(path)));
		throw error;
	}
	const [path] = stored;
	if (path === undefined) return { mediaError: MEDIA_ERRORS.downloadFailed };
	return { media: { path, mimeType, filename, caption } };
}

/** The error of a download that no retry can fix; null: a retry may succeed. */
function permanentError(error: unknown, { mediaType }: RemoteFile): MediaError | null {
	if (error instanceof FileDecryptionError) return MEDIA_ERRORS.notDecrypted;
	if (error instanceof GatewayError && error.code === 'media_too_large') return tooLarge(mediaType);
	if (error instanceof DownloadRefused && EXPIRED.has(error.status)) return MEDIA_ERRORS.expired;
	return null;
}
