import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import { TooLargeError } from './too-large-error.ts';

/** Largest decompressed frame, in bytes. The largest real frames, lists of groups, have a few megabytes. */
const FRAME_LIMIT = 32 * 1024 * 1024;
/** Largest decompressed part of the history, in bytes. The largest real ones, with thumbnails, have some 30 megabytes. */
const HISTORY_LIMIT = 128 * 1024 * 1024;

const { createInflate, inflate } = zlib;

/**
 * Replaces `zlib.inflate` and `zlib.createInflate`: calls without options get a limit for their output. Baileys
 * decompresses frames and the history without a limit, and 16 MB can decompress to 16 GB. Import this module before
 * Baileys.
 */
function boundedInflate(buffer: zlib.InputType, ...rest: unknown[]): void {
	const [options, callback] = rest.length > 1 ? rest : [{ maxOutputLength: FRAME_LIMIT }, rest[0]];
	inflate(buffer, options as zlib.ZlibOptions, callback as zlib.CompressCallback);
}

/** Streams have no such option. */
function boundedCreateInflate(options?: zlib.ZlibOptions): zlib.Inflate {
	const inflater = createInflate(options);
	if (options !== undefined) return inflater;
	// The data of a file that breaks off ends before its error: nothing of Baileys listens any more.
	inflater.on('error', () => undefined);
	const push = inflater.push.bind(inflater);
	let size = 0;
	inflater.push = (chunk: Uint8Array | null, encoding) => {
		size += chunk?.length ?? 0;
		if (size <= HISTORY_LIMIT) return push(chunk, encoding);
		inflater.destroy(new TooLargeError(`The decompressed data exceeds ${HISTORY_LIMIT} bytes.`));
		return false;
	};
	return inflater;
}

zlib.inflate = boundedInflate as typeof zlib.inflate;
// It cannot be assigned.
Object.defineProperty(zlib, 'createInflate', { value: boundedCreateInflate });
syncBuiltinESMExports();
