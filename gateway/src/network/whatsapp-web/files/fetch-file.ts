import type { WAMessageKey } from 'baileys';
import { sleep } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { MediaError } from '../../../domain/message.ts';
import { MEDIA_LIMITS } from '../../../media/formats.ts';
import { MediaStorageError } from '../../../media/media-folder.ts';
import type { MediaFile } from '../../driver.ts';
import { FileNotDecrypted, type FileKeys } from './decrypt-file.ts';
import type { Device } from '../device.ts';
import { downloadFile, DownloadRefused } from './download-file.ts';
import type { FileAtWhatsApp } from '../content/incoming-content.ts';
import { DEFAULT_MEDIA_HOST, mediaAddress } from './media-address.ts';
import { MEDIA_ERRORS, tooLarge } from './media-errors.ts';
import { requestUpload } from './media-retry.ts';

/** Milliseconds before a download is tried again that failed on the way. */
const PAUSES = [1000, 5000];
/** Milliseconds before a file is fetched again that this machine's disk did not take. */
const DISK_PAUSE = 30_000;

/** Statuses of the media host that asking again does not change: the file is gone, or the address has expired. */
const GONE = new Set([400, 401, 403, 404, 410]);

/** The bytes of a media key. */
const KEY_LENGTH = 32;

/** The file of a message, or why it cannot be had. */
export type FetchedFile = { media: MediaFile } | { mediaError: MediaError };

/**
 * Fetches the file of a message from WhatsApp's servers and decrypts it. Where WhatsApp does not have it any more,
 * the phone is asked to upload it again, and where the disk cannot be written to, it is fetched until it can. Throws
 * only when the connection ends: the message stays in the inbox then, and its file is fetched on the next one.
 */
export async function fetchFile(
	device: Device,
	{ key, file }: { key: WAMessageKey; file: FileAtWhatsApp },
): Promise<FetchedFile> {
	if (file.size > MEDIA_LIMITS[file.mediaType]) return { mediaError: tooLarge(file.mediaType) };
	if (file.mediaKey.length !== KEY_LENGTH) return { mediaError: MEDIA_ERRORS.notDecrypted };
	const fetched = await fetchFrom(device, file);
	if (!('mediaError' in fetched) || fetched.mediaError !== MEDIA_ERRORS.gone) return fetched;
	const directPath = await requestUpload(device, await device.link(), { key, mediaKey: file.mediaKey });
	device.ended.throwIfAborted();
	return directPath === null ? fetched : fetchFrom(device, { ...file, directPath });
}

async function fetchFrom(device: Device, file: FileAtWhatsApp): Promise<FetchedFile> {
	const { iv, cipherKey, macKey } = await device.baileys.getMediaKeys(file.mediaKey, file.kind);
	if (macKey === undefined) return { mediaError: MEDIA_ERRORS.notDecrypted };
	const keys = { iv, cipherKey, macKey };
	for (let tries = 0; ; ) {
		try {
			return await fetchOnce(device, { ...file, keys });
		} catch (error) {
			device.ended.throwIfAborted();
			const final = finalErrorOf(error, file);
			if (final !== null) return { mediaError: final };
			const isDisk = error instanceof MediaStorageError;
			const pause = isDisk ? DISK_PAUSE : PAUSES[tries];
			if (pause === undefined) return { mediaError: MEDIA_ERRORS.notFetched };
			if (isDisk) device.log.error({ err: error }, 'a file cannot be stored; it is fetched again');
			else tries += 1;
			await sleep(device.clock, pause);
			device.ended.throwIfAborted();
		}
	}
}

async function fetchOnce(
	device: Device,
	{ keys, mediaType, directPath, mimeType, filename, caption }: FileAtWhatsApp & { keys: FileKeys },
): Promise<FetchedFile> {
	const { agent, clock, ended: signal, files, instanceId } = device;
	const { mediaHost } = await device.link();
	const address = mediaAddress((await mediaHost.name()) ?? DEFAULT_MEDIA_HOST, directPath);
	if (address === null) return { mediaError: MEDIA_ERRORS.notWhatsApps };
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
	if (path === undefined) return { mediaError: MEDIA_ERRORS.notFetched };
	return { media: { path, mimeType, filename, caption } };
}

/** What asking again would not change; null where it may. */
function finalErrorOf(error: unknown, { mediaType }: FileAtWhatsApp): MediaError | null {
	if (error instanceof FileNotDecrypted) return MEDIA_ERRORS.notDecrypted;
	if (error instanceof GatewayError && error.code === 'media_too_large') return tooLarge(mediaType);
	if (error instanceof DownloadRefused && GONE.has(error.status)) return MEDIA_ERRORS.gone;
	return null;
}
