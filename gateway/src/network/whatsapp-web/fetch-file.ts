import { setTimeout as elapsed } from 'node:timers/promises';
import { GatewayError } from '../../domain/error.ts';
import { cutAtLimit } from '../../media/cut-at-limit.ts';
import type { MediaFile } from '../driver.ts';
import type { Device, OpenLink } from './device.ts';
import type { FileAtWhatsApp } from './incoming-content.ts';

/** Milliseconds a file may take. */
const TIME_LIMIT = 120_000;
/** Milliseconds before a file is asked for again that could not be had. */
const PAUSES = [1000, 5000, 20_000];

/**
 * Fetches the file of a message from WhatsApp's servers and decrypts it. Null where it cannot be had: it is gone, too
 * large, or does not come after several attempts; a message does not wait for ever for its file.
 */
export async function fetchFile(
	device: Device,
	link: OpenLink,
	file: FileAtWhatsApp,
): Promise<MediaFile | null> {
	for (const pause of [...PAUSES, null]) {
		try {
			return await fetchOnce(device, link, file);
		} catch (error) {
			if (isFinal(error) || pause === null || device.isOver()) return null;
			await elapsed(pause);
		}
	}
	return null;
}

async function fetchOnce(
	{ baileys, files, instanceId }: Device,
	{ mediaHost }: OpenLink,
	{ kind, mediaType, directPath, mediaKey, ...described }: FileAtWhatsApp,
): Promise<MediaFile> {
	// The address in the message is the sender's word; only WhatsApp's own hosts are asked.
	const host = await mediaHost.name();
	const stream = await baileys.downloadContentFromMessage({ directPath, mediaKey }, kind, {
		...(host === undefined ? {} : { host }),
		options: { signal: AbortSignal.timeout(TIME_LIMIT) },
	});
	const { path } = await files.keep(instanceId, cutAtLimit(stream, mediaType));
	return { path, ...described };
}

/** Whether asking again would bring nothing else. */
function isFinal(error: unknown): boolean {
	if (error instanceof GatewayError) return error.code === 'media_too_large';
	const { status, output } = error as { status?: unknown; output?: { statusCode?: unknown } };
	const code = status ?? output?.statusCode;
	return code === 400 || code === 403 || code === 404 || code === 410;
}
