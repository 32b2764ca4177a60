/** Pixels of the largest image that is decoded: that takes four bytes of memory for each. */
const MAX_PIXELS = 50_000_000;
/** Bits of a side in the header of a WebP file without an extended header. */
const WEBP_SIDE = 0x3fff;
/** Markers of JPEG between C0 and CF that begin no frame. */
const NO_FRAME: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

/**
 * Whether an image may be decoded, by the pixels in its header. A file of a few bytes can have pixels for a gigabyte of
 * memory, and may be a stranger's.
 */
export function isDecodable(file: Buffer): boolean {
	const pixels = imagePixels(file);
	return pixels !== null && pixels <= MAX_PIXELS;
}

/** The number of pixels of a JPEG, PNG or WebP image by its header; null: it has none that is known. */
export function imagePixels(file: Buffer): number | null {
	try {
		if (file.readUInt16BE(0) === 0xffd8) return jpegPixels(file);
		if (file.toString('latin1', 1, 4) === 'PNG') return file.readUInt32BE(16) * file.readUInt32BE(20);
		if (file.toString('latin1', 8, 12) === 'WEBP') return webpPixels(file);
		return null;
	} catch {
		// The file ends within its header.
		return null;
	}
}

function jpegPixels(file: Buffer): number {
	let at = 2;
	for (;;) {
		// Fill bytes may precede a marker.
		while (file.readUInt8(at) === 0xff && file.readUInt8(at + 1) === 0xff) at += 1;
		const marker = file.readUInt8(at + 1);
		if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.has(marker))
			return file.readUInt16BE(at + 5) * file.readUInt16BE(at + 7);
		at += 2 + file.readUInt16BE(at + 2);
	}
}

function webpPixels(file: Buffer): number | null {
	switch (file.toString('latin1', 12, 16)) {
		case 'VP8X':
			return (1 + file.readUIntLE(24, 3)) * (1 + file.readUIntLE(27, 3));
		case 'VP8L': {
			const sides = file.readUInt32LE(21);
			return (1 + (sides & WEBP_SIDE)) * (1 + ((sides >>> 14) & WEBP_SIDE));
		}
		case 'VP8 ':
			return (file.readUInt16LE(26) & WEBP_SIDE) * (file.readUInt16LE(28) & WEBP_SIDE);
		default:
			return null;
	}
}
