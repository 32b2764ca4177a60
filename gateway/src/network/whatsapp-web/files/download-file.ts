import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../../domain/clock.ts';
import type { MediaType } from '../../../domain/messages/message.ts';
import { enforceSizeLimit } from '../../../media/enforce-size-limit.ts';
import { decryptFile, type FileKeys } from './decrypt-file.ts';

/** Milliseconds without a byte after which a download is aborted. */
export const STALL_TIMEOUT = 30_000;
/** Milliseconds a whole download may take, so that a slow sender of bytes cannot keep it open. */
const DOWNLOAD_TIMEOUT = 5 * 60_000;

const HEADERS = { origin: 'https://web.whatsapp.com', accept: '*/*', 'accept-encoding': 'identity' };

/** The media host answered with an error status. */
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
	/** Determines the size limit. */
	mediaType: MediaType;
	/** Stores the decrypted bytes. The caller discards them where the download fails. */
	store: (source: AsyncIterable<Uint8Array>) => Promise<void>;
}

/**
 * Downloads an encrypted file and decrypts it as a stream. It follows no redirects. Throws DownloadRefused,
 * FileDecryptionError, media_too_large or a network error, after it has closed the response.
 */
export async function downloadFile(
	{ agent, clock, signal }: { agent: Dispatcher; clock: Clock; signal: AbortSignal },
	{ address, keys, mediaType, store }: Download,
): Promise<void> {
	const deadline = new AbortController();
	const cancel = clock.schedule(DOWNLOAD_TIMEOUT, () => {
		deadline.abort(new Error('The download took too long.'));
	});
	const aborted = AbortSignal.any([signal, deadline.signal]);
	try {
		const { statusCode, body } = await agent.request({
			...address,
			method: 'GET',
			headers: HEADERS,
			headersTimeout: STALL_TIMEOUT,
			bodyTimeout: STALL_TIMEOUT,
			signal: aborted,
		});
		// Handles errors that occur before the pipeline below starts.
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
			{ signal: aborted },
		);
	} finally {
		cancel();
	}
}
