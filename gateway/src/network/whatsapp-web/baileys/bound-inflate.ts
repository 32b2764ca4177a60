import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';

/** Largest frame of WhatsApp's once it is unpacked, in bytes; the largest real ones, lists of groups, have a few. */
const FRAME_LIMIT = 32 * 1024 * 1024;

const { inflate } = zlib;

/**
 * Import it before Baileys, which unpacks compressed frames without a limit: a frame of 16 MB may become 16 GB. What
 * is unpacked without options of its own is bounded from then on.
 */
function boundedInflate(buffer: zlib.InputType, ...rest: unknown[]): void {
	const [options, callback] = rest.length > 1 ? rest : [{ maxOutputLength: FRAME_LIMIT }, rest[0]];
	inflate(buffer, options as zlib.ZlibOptions, callback as zlib.CompressCallback);
}

zlib.inflate = boundedInflate as typeof zlib.inflate;
syncBuiltinESMExports();
