import { Dispatcher1Wrapper, type Dispatcher } from 'undici';
import type { Cancel, Clock } from '../../../domain/clock.ts';
import { STALL_TIMEOUT } from './download-file.ts';
import { isMediaHost } from './media-address.ts';

/** Largest file that Baileys downloads by itself, in bytes: a part of the history or of the app state. */
const SIZE_LIMIT = 64 * 1024 * 1024;
/** Milliseconds such a download may take, so that a slow sender of bytes cannot keep it open: the next parts wait for it. */
const TIME_LIMIT = 30 * 60_000;

/**
 * The HTTP client for the files that Baileys downloads by itself (its `options.dispatcher`). It connects to WhatsApp's
 * hosts only, and buffers a response until it is complete: Baileys does not handle errors of a stream that it has
 * started to read, and such an error would end the process.
 */
export function fileDispatcher(agent: Dispatcher, clock: Clock): Dispatcher {
	const guarded = agent.compose((dispatch) => (options, handler) => {
		const { hostname = '', protocol } = URL.parse(String(options.origin)) ?? {};
		if (protocol !== 'https:' || !isMediaHost(hostname)) {
			throw new Error('The URL of a file from WhatsApp does not name a host of WhatsApp.');
		}
		const limits = { headersTimeout: STALL_TIMEOUT, bodyTimeout: STALL_TIMEOUT };
		return dispatch({ ...options, ...limits }, buffered(handler, clock));
	});
	// Baileys calls Node's own fetch, which requires the dispatcher interface of an earlier undici.
	return new Dispatcher1Wrapper(guarded);
}

type Handler = Dispatcher.DispatchHandler;

/** Passes a response on when it is complete, and aborts one that takes too long. */
function buffered(handler: Handler, clock: Clock): Handler {
	const chunks: Buffer[] = [];
	let size = 0;
	let startResponse: ((controller: Dispatcher.DispatchController) => void) | null = null;
	let cancel: Cancel = () => undefined;
	return {
		onRequestStart(controller, context) {
			cancel = clock.schedule(TIME_LIMIT, () => {
				controller.abort(new Error('The download of a file from WhatsApp took too long.'));
			});
			handler.onRequestStart?.(controller, context);
		},
		onResponseStart(_controller, statusCode, headers, statusMessage) {
			startResponse = (controller) =>
				handler.onResponseStart?.(controller, statusCode, headers, statusMessage);
		},
		onResponseData(controller, chunk) {
			size += chunk.length;
			if (size > SIZE_LIMIT) controller.abort(new Error('A file from WhatsApp exceeds 64 MB.'));
			else chunks.push(chunk);
		},
		onResponseEnd(controller, trailers) {
			cancel();
			startResponse?.(controller);
			for (const chunk of chunks) handler.onResponseData?.(controller, chunk);
			handler.onResponseEnd?.(controller, trailers);
		},
		onResponseError(controller, error) {
			cancel();
			handler.onResponseError?.(controller, error);
		},
	};
}
