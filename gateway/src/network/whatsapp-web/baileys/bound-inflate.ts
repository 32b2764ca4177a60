import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';

/** Largest decompressed frame, in bytes. The largest real frames, lists of groups, have a few megabytes. */
const FRAME_LIMIT = 32 * 1024 * 1024;

const { inflate } = zlib;

/**
 * Replaces `zlib.inflate`: calls without options get a limit for their output. Baileys decompresses frames without a
 * limit, and 16 MB can decompress to 16 GB. Import this module before Baileys.
 */
function boundedInflate(buffer: zlib.InputType, ...rest: unknown[]): void {
	const [options, callback] = rest.length > 1 ? rest : [{ maxOutputLength: FRAME_LIMIT }, rest[0]];
	inflate(buffer, options as zlib.ZlibOptions, callback as zlib.CompressCallback);
}

zlib.inflate = boundedInflate as typeof zlib.inflate;
syncBuiltinESMExports();
