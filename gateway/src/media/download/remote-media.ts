import type { Dispatcher } from 'undici';
import type { Clock } from '../../domain/clock.ts';
import type { MediaType } from '../../domain/messages/message.ts';
import {
	requestFollowingRedirects,
	type GuardedClient,
	type GuardedRequest,
} from '../../lib/guarded-http/follow-redirects.ts';
import { startDownloadTimeLimit } from './download-time-limit.ts';
import { enforceSizeLimit } from '../enforce-size-limit.ts';
import { toMediaError } from '../to-media-error.ts';
import type { MediaStorage, ReceivedFile } from '../storage/media-storage.ts';
import {
	formatOfContentType,
	isFormatOf,
	isUndeclared,
	MEDIA_LIMITS,
	type MediaFormat,
} from '../formats/formats.ts';
import { identifyFormat } from '../formats/identify-format.ts';
import { mediaDownloadFailed, mediaTooLarge, unsupportedMedia } from '../media-errors.ts';
import { createKeyedSemaphore } from '../../lib/concurrency/keyed-semaphore.ts';
import { UnexpectedStatus } from '../transient-fault.ts';

/** Milliseconds for a probe: the client that wants to send the file is waiting. */
const PROBE_TIMEOUT = 5000;
/**
 * Concurrent downloads: of one instance, and of all. Each can use a connection and disk space until its timeout, and the
 * files of one instance may all be on a server that does not answer.
 */
const MAX_DOWNLOADS = { perKey: 16, total: 32 };

/** A downloaded file whose type has been checked. */
export interface DownloadedFile extends ReceivedFile {
	mimeType: string;
}

/** Files on other servers, requested through the guarded HTTP client (specification, Media rules). */
export interface RemoteMedia {
	/**
	 * Checks by the response headers that a file exists, has a format of its type and is not too large. Returns the
	 * format, or null where the server names none: then the bytes decide. Throws invalid_media_url,
	 * media_download_failed, unsupported_media_type or media_too_large.
	 */
	probe(mediaUrl: string, mediaType: MediaType): Promise<MediaFormat | null>;
	/**
	 * Downloads a file into the media folder, where it is pending. `owner` is an instance. Throws the same as `probe`.
	 */
	download(owner: string, mediaUrl: string, mediaType: MediaType): Promise<DownloadedFile>;
	/** Aborts all requests in flight. Their errors have no error code, because no file is at fault. */
	close(): void;
}

export function createRemoteMedia(client: GuardedClient, clock: Clock, folder: MediaStorage): RemoteMedia {
	const inFlight = new Set<AbortController>();
	const limitOf = createKeyedSemaphore(MAX_DOWNLOADS);
	let closed = false;

	/** Runs work whose signal `abort` aborts, and `close`. */
	async function abortable<T>(
		work: (signal: AbortSignal, abort: (error: Error) => void) => Promise<T>,
	): Promise<T> {
		if (closed) throw shuttingDown();
		const controller = new AbortController();
		const { signal } = controller;
		inFlight.add(controller);
		try {
			return await work(signal, (error) => {
				controller.abort(error);
			});
		} catch (error) {
			throw signal.aborted ? (signal.reason as Error) : toMediaError(error);
		} finally {
			inFlight.delete(controller);
			// Discards a response body that was not read to its end.
			controller.abort();
		}
	}

	const send = async (mediaUrl: string, request: GuardedRequest): Promise<Dispatcher.ResponseData> =>
		requestFollowingRedirects(client, mediaUrl, request);

	/** The file with its format. Discards it where it may not be sent. */
	async function identified(
		received: ReceivedFile,
		mediaType: MediaType,
		declared: MediaFormat | null,
	): Promise<DownloadedFile> {
		try {
			const { mimeType } = await identifyFormat(received, { mediaType, declared });
			return { ...received, mimeType };
		} catch (error) {
			await folder.discard(received.file);
			throw error;
		}
	}

	return {
		probe: (mediaUrl, mediaType) =>
			abortable(async (signal, abort) => {
				const cancel = clock.schedule(PROBE_TIMEOUT, () => {
					abort(mediaDownloadFailed(`it did not come within ${PROBE_TIMEOUT / 1000} seconds`));
				});
				try {
					const head = await send(mediaUrl, { method: 'HEAD', signal });
					// Signed URLs and small servers may support GET only. A range of one byte returns the same headers.
					const isComplete = isSuccess(head) && head.headers['content-type'] !== undefined;
					const response = isComplete
						? head
						: await send(mediaUrl, { method: 'GET', headers: { range: 'bytes=0-0' }, signal });
					return checkHeaders(response, mediaType);
				} finally {
					cancel();
				}
			}),
		download: (owner, mediaUrl, mediaType) =>
			limitOf(owner)(() =>
				abortable(async (signal, abort) => {
					const limit = startDownloadTimeLimit(clock, abort);
					try {
						const response = await send(mediaUrl, { method: 'GET', signal });
						const declared = checkHeaders(response, mediaType);
						const bytes = enforceSizeLimit(limit.watch(response.body), mediaType);
						const received = await folder.receive(owner, bytes);
						return await identified(received, mediaType, declared);
					} finally {
						limit.stop();
					}
				}),
			),
		close() {
			closed = true;
			for (const controller of inFlight) controller.abort(shuttingDown());
		},
	};
}

function shuttingDown(): Error {
	return new Error('The gateway is shutting down.');
}

function isSuccess({ statusCode }: Dispatcher.ResponseData): boolean {
	return statusCode >= 200 && statusCode < 300;
}

/** Returns the format in the response headers; null: they name none. Throws if they show that the file must not be sent. */
function checkHeaders(response: Dispatcher.ResponseData, mediaType: MediaType): MediaFormat | null {
	if (!isSuccess(response)) {
		const { statusCode } = response;
		throw mediaDownloadFailed(
			`its server answered with status ${statusCode}`,
			new UnexpectedStatus(statusCode),
		);
	}
	const contentType = response.headers['content-type'];
	if (typeof contentType !== 'string') {
		throw unsupportedMedia(mediaType, 'The file is served without a Content-Type');
	}
	const declared = formatOfContentType(contentType);
	const isExpected = declared !== null && isFormatOf(mediaType, declared.mimeType);
	if (!isExpected && !isUndeclared(contentType)) {
		throw unsupportedMedia(mediaType, `The file is served as "${contentType.slice(0, 100)}"`);
	}
	const size = sizeOf(response);
	if (size !== null && size > MEDIA_LIMITS[mediaType]) throw mediaTooLarge(mediaType);
	return declared;
}

/** Returns the size of the whole file, even if the response contains only a range of it; null: unknown. */
function sizeOf({ statusCode, headers }: Dispatcher.ResponseData): number | null {
	const size =
		statusCode === 206 ? /\/(\d+)$/.exec(String(headers['content-range']))?.[1] : headers['content-length'];
	return typeof size === 'string' && /^\d+$/.test(size) ? Number(size) : null;
}
