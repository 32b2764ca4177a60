import { Dispatcher1Wrapper, type Dispatcher } from 'undici';
import { STALLED_AFTER } from './download-file.ts';
import { isMediaHost } from './media-address.ts';

/** Largest file that Baileys fetches by itself, in bytes: a part of the history, or of the phone's settings. */
const SIZE_LIMIT = 64 * 1024 * 1024;

/**
 * The way out for the files that Baileys fetches by itself, for its `options.dispatcher`. It reaches WhatsApp's hosts
 * only, and passes an answer on when all of it has arrived: Baileys does not handle errors of a stream that it has
 * begun to read, and such an error would end the process.
 */
export function fileDispatcher(agent: Dispatcher): Dispatcher {
	const guarded = agent.compose((dispatch) => (options, handler) => {
		const { hostname = '', protocol } = URL.parse(String(options.origin)) ?? {};
		if (protocol !== 'https:' || !isMediaHost(hostname)) {
			throw new Error('A file of WhatsApp lies on a host that is not one of WhatsApp.');
		}
		const limits = { headersTimeout: STALLED_AFTER, bodyTimeout: STALLED_AFTER };
		return dispatch({ ...options, ...limits }, whole(handler));
	});
	// Node's own fetch, which Baileys calls, speaks the interface of an earlier undici.
	return new Dispatcher1Wrapper(guarded);
}

type Handler = Dispatcher.DispatchHandler;

/** Collects an answer, and passes it on once it is complete. */
function whole(handler: Handler): Handler {
	const chunks: Buffer[] = [];
	let size = 0;
	let begin: ((controller: Dispatcher.DispatchController) => void) | null = null;
	return {
		onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
		onResponseStart(_controller, statusCode, headers, statusMessage) {
			begin = (controller) => handler.onResponseStart?.(controller, statusCode, headers, statusMessage);
		},
		onResponseData(controller, chunk) {
			size += chunk.length;
			if (size > SIZE_LIMIT) controller.abort(new Error('A file of WhatsApp is too large.'));
			else chunks.push(chunk);
		},
		onResponseEnd(controller, trailers) {
			begin?.(controller);
			for (const chunk of chunks) handler.onResponseData?.(controller, chunk);
			handler.onResponseEnd?.(controller, trailers);
		},
		onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
	};
}
