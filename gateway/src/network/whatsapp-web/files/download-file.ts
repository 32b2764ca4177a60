import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../../domain/clock.ts';
import type { MediaType } from '../../../domain/message.ts';
import { enforceSizeLimit } from '../../../media/enforce-size-limit.ts';
import { decryptFile, type FileKeys } from './decrypt-file.ts';

/** Milliseconds without a byte after which a download has stalled. */
export const STALLED_AFTER = 30_000;
/** Milliseconds a whole download may take, however steadily it trickles. */
const TIME_LIMIT = 5 * 60_000;

const HEADERS = { origin: 'https://web.whatsapp.com', accept: '*/*', 'accept-encoding': 'identity' };

/** The media host answered with something other than the file. */
export class DownloadRefused extends Error {
	readonly status: number;

	constructor(status: number) {
		super(`WhatsApp's media host answered with status ${status}.`);
		this.name = 'DownloadRefused';
		this.status = status;
	}
}

export interface Download {
	address: { origin: string; path: string };
	keys: FileKeys;
	/** Its limit of size holds while the file is read. */
	mediaType: MediaType;
	/** Takes the decrypted bytes; what it has stored goes when the download fails. */
	store: (source: AsyncIterable<Uint8Array>) => Promise<void>;
}

/**
 * Downloads an encrypted file and decrypts it on the way. Redirects are not followed. Throws DownloadRefused,
 * FileNotDecrypted, media_too_large, or what went wrong on the way; nothing is left open then.
 */
export async function downloadFile(
	{ agent, clock, signal }: { agent: Dispatcher; clock: Clock; signal: AbortSignal },
	{ address, keys, mediaType, store }: Download,
): Promise<void> {
	const deadline = new AbortController();
	const cancel = clock.schedule(TIME_LIMIT, () => {
		deadline.abort(new Error('The download took too long.'));
	});
	const ended = AbortSignal.any([signal, deadline.signal]);
	try {
		const { statusCode, body } = await agent.request({
			...address,
			method: 'GET',
			headers: HEADERS,
			headersTimeout: STALLED_AFTER,
			bodyTimeout: STALLED_AFTER,
			signal: ended,
		});
		// The pipeline below handles its errors; until it has begun, this does.
		body.on('error', () => undefined);
		if (statusCode !== 200) {
			body.destroy();
			throw new DownloadRefused(statusCode);
		}
		await pipeline(
			body,
			(source: AsyncIterable<Uint8Array>) => decryptFile(source, keys),
			(source) => enforceSizeLimit(source, mediaType),
			store,
			{ signal: ended },
		);
	} finally {
		cancel();
	}
}
