import type { Dispatcher } from 'undici';
import type { Clock } from '../domain/clock.ts';
import type { MediaType } from '../domain/message.ts';
import {
	requestFollowingRedirects,
	type GuardedClient,
	type GuardedRequest,
} from '../lib/guarded-http/follow-redirects.ts';
import { enforceSizeLimit } from './size-limit.ts';
import { toMediaError } from './to-media-error.ts';
import type { MediaFolder, ReceivedFile } from './folder.ts';
import { formatOfHeader, MEDIA_LIMITS, type MediaFormat } from './formats.ts';
import { identify } from './identify.ts';
import { mediaDownloadFailed, mediaTooLarge, unsupportedMedia } from './refusals.ts';
import { createSemaphore } from '../lib/semaphore.ts';

/** Milliseconds a server has to tell about a file: whoever wants to send it is waiting. */
const PROBE_DEADLINE = 5000;
/** Milliseconds a whole download may take; the time between two chunks alone would not end a trickle. */
const DOWNLOAD_DEADLINE = 120_000;
/** Downloads at the same time; each may hold a connection and disk for as long as its deadline. */
const DOWNLOADS_AT_ONCE = 16;

/** A file that was downloaded, its type checked. */
export interface DownloadedFile extends ReceivedFile {
	mimeType: string;
}

/** Files on servers elsewhere, reached through the guard (specification, Media rules). */
export interface RemoteMedia {
	/**
	 * Asks a server whether a file is there, of a format of its type, and not too large. Throws invalid_media_url,
	 * media_download_failed, unsupported_media_type, media_too_large.
	 */
	probe(mediaUrl: string, mediaType: MediaType): Promise<void>;
	/** Downloads a file into the media folder, unsettled; throws the same. `owner` is the instance it is for. */
	download(owner: string, mediaUrl: string, mediaType: MediaType): Promise<DownloadedFile>;
	/** Ends what is under way, with errors that are no verdict on any file. */
	close(): void;
}

export function createRemoteMedia(client: GuardedClient, clock: Clock, folder: MediaFolder): RemoteMedia {
	const running = new Set<AbortController>();
	const inTurn = createSemaphore(DOWNLOADS_AT_ONCE);
	let closed = false;

	/** Runs work that ends at the deadline, or when the gateway does. */
	async function within<T>(deadline: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
		if (closed) throw shuttingDown();
		const controller = new AbortController();
		const { signal } = controller;
		const cancel = clock.schedule(deadline, () => {
			controller.abort(mediaDownloadFailed(`it did not come within ${deadline / 1000} seconds`));
		});
		running.add(controller);
		try {
			return await work(signal);
		} catch (error) {
			throw signal.aborted ? (signal.reason as Error) : toMediaError(error);
		} finally {
			cancel();
			running.delete(controller);
			// What is left of an answer that is not wanted any more.
			controller.abort();
		}
	}

	const ask = async (mediaUrl: string, request: GuardedRequest): Promise<Dispatcher.ResponseData> =>
		requestFollowingRedirects(client, mediaUrl, request);

	return {
		probe: (mediaUrl, mediaType) =>
			within(PROBE_DEADLINE, async (signal) => {
				const head = await ask(mediaUrl, { method: 'HEAD', signal });
				// Signed URLs and small servers may know GET only; its first byte tells the same.
				const told = isSuccess(head) && head.headers['content-type'] !== undefined;
				const answer = told
					? head
					: await ask(mediaUrl, { method: 'GET', headers: { range: 'bytes=0-0' }, signal });
				checkHeaders(answer, mediaType);
			}),
		download: (owner, mediaUrl, mediaType) =>
			inTurn(() =>
				within(DOWNLOAD_DEADLINE, async (signal) => {
					const answer = await ask(mediaUrl, { method: 'GET', signal });
					const declared = checkHeaders(answer, mediaType);
					const received = await folder.receive(owner, enforceSizeLimit(answer.body, mediaType));
					try {
						const { mimeType } = await identify(received.path, { mediaType, declared });
						return { ...received, mimeType };
					} catch (error) {
						await folder.discard(received.file);
						throw error;
					}
				}),
			),
		close() {
			closed = true;
			for (const controller of running) controller.abort(shuttingDown());
		},
	};
}

function shuttingDown(): Error {
	return new Error('The gateway is shutting down.');
}

function isSuccess({ statusCode }: Dispatcher.ResponseData): boolean {
	return statusCode >= 200 && statusCode < 300;
}

/** What an answer's headers say of a file: the format it is served as. Throws where it may not be sent. */
function checkHeaders(answer: Dispatcher.ResponseData, mediaType: MediaType): MediaFormat {
	if (!isSuccess(answer)) {
		throw mediaDownloadFailed(`its server answered with status ${answer.statusCode}`);
	}
	const contentType = answer.headers['content-type'];
	if (typeof contentType !== 'string') {
		throw unsupportedMedia(mediaType, 'The file is served without a Content-Type');
	}
	const declared = formatOfHeader(contentType);
	if (declared?.mediaType !== mediaType) {
		throw unsupportedMedia(mediaType, `The file is served as "${contentType.slice(0, 100)}"`);
	}
	const size = sizeOf(answer);
	if (size !== null && size > MEDIA_LIMITS[mediaType]) throw mediaTooLarge(mediaType);
	return declared;
}

/** The size of the whole file, also where the answer carries only a range of it; null where it is not told. */
function sizeOf({ statusCode, headers }: Dispatcher.ResponseData): number | null {
	const told =
		statusCode === 206 ? /\/(\d+)$/.exec(String(headers['content-range']))?.[1] : headers['content-length'];
	return typeof told === 'string' && /^\d+$/.test(told) ? Number(told) : null;
}
