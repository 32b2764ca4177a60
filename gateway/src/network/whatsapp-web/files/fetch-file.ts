import type { WAMessageKey } from 'baileys';
import { sleep } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { MediaError } from '../../../domain/messages/message-details.ts';
import { MEDIA_LIMITS } from '../../../media/formats.ts';
import { MediaStorageError } from '../../../media/media-storage.ts';
import type { MediaFile } from '../../network-message.ts';
import { FileDecryptionError, type FileKeys } from './decrypt-file.ts';
import type { Device } from '../device.ts';
import { downloadFile, DownloadRefused } from './download-file.ts';
import type { RemoteFile } from '../content/incoming-content.ts';
import { DEFAULT_MEDIA_HOST, mediaAddress } from './media-address.ts';
import { MEDIA_ERRORS, tooLarge } from './media-errors.ts';
import { requestReupload } from './request-reupload.ts';

/** Milliseconds before each retry of a failed download. */
const RETRY_DELAYS = [1000, 5000];
/** Milliseconds before a retry after the file could not be written to the disk of this machine. */
const DISK_RETRY_DELAY = 30_000;

/** Statuses of the media host that no retry changes: the file was deleted, or its path has expired. */
const EXPIRED = new Set([400, 401, 403, 404, 410]);

/** Bytes of a media key. */
const MEDIA_KEY_LENGTH = 32;

/** The stored file of a message, or why it is missing. */
export type FetchedFile = { media: MediaFile } | { mediaError: MediaError };

/**
 * Downloads the file of a message from WhatsApp and decrypts it. Where WhatsApp no longer has the file, it requests the
 * phone to upload it again. Where the disk cannot be written to, it retries until it can. Throws only when the device
 * closes: the message stays in the inbox then, and the next connection downloads its file.
 */
export async function fetchFile(
	device: Device,
	{ key, file }: { key: WAMessageKey; file: RemoteFile },
): Promise<FetchedFile> {
	if (file.size > MEDIA_LIMITS[file.mediaType]) return { mediaError: tooLarge(file.mediaType) };
	if (file.mediaKey.length !== MEDIA_KEY_LENGTH) return { mediaError: MEDIA_ERRORS.notDecrypted };
	const fetched = await fetchWithRetries(device, file);
	if (!('mediaError' in fetched) || fetched.mediaError !== MEDIA_ERRORS.expired) return fetched;
	const connection = await device.connection();
	const directPath = await requestReupload(device, connection, { key, mediaKey: file.mediaKey });
	device.closeSignal.throwIfAborted();
	return directPath === null ? fetched : fetchWithRetries(device, { ...file, directPath });
}

async function fetchWithRetries(device: Device, file: RemoteFile): Promise<FetchedFile> {
	const { iv, cipherKey, macKey } = await device.baileys.getMediaKeys(file.mediaKey, file.kind);
	if (macKey === undefined) return { mediaError: MEDIA_ERRORS.notDecrypted };
	const keys = { iv, cipherKey, macKey };
	for (let retries = 0; ; ) {
		try {
			return await fetchOnce(device, { ...file, keys });
		} catch (error) {
			device.closeSignal.throwIfAborted();
			const permanent = permanentError(error, file);
			if (permanent !== null) return { mediaError: permanent };
			const isDiskError = error instanceof MediaStorageError;
			const delay = isDiskError ? DISK_RETRY_DELAY : RETRY_DELAYS[retries];
			if (delay === undefined) return { mediaError: MEDIA_ERRORS.downloadFailed };
			if (isDiskError)
				device.log.error({ err: error }, 'a file could not be stored; the download is retried in 30 seconds');
			else retries += 1;
			await sleep(device.clock, delay);
			device.closeSignal.throwIfAborted();
		}
	}
}

async function fetchOnce(
	device: Device,
	{ keys, mediaType, directPath, mimeType, filename, caption }: RemoteFile & { keys: FileKeys },
): Promise<FetchedFile> {
	const { agent, clock, closeSignal: signal, files, instanceId } = device;
	const { mediaHost } = await device.connection();
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
