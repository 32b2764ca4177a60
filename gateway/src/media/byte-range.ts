/** The part of a file that a client asks for: from `first` to `last` (null: to the end), or the last bytes of it. */
export type ByteRange = { first: number; last: number | null } | { lastBytes: number };

/** The part of a file that is sent, both bytes included. */
export interface FilePart {
	first: number;
	last: number;
}

/** The range has no byte of the file. */
export class UnsatisfiableRange extends Error {
	/** Bytes of the file. */
	readonly size: number;

	constructor(size: number) {
		super(`The range is outside of a file of ${size} bytes.`);
		this.name = 'UnsatisfiableRange';
		this.size = size;
	}
}

const FROM = /^bytes=\s*(\d{1,20})-(\d{0,20})\s*$/i;
const LAST_BYTES = /^bytes=\s*-(\d{1,20})\s*$/i;

/**
 * Parses the header Range (RFC 9110, section 14). Null: the whole file is to be sent, because the header is absent or
 * invalid, has another unit, or asks for several ranges.
 */
export function parseByteRange(header: string | undefined): ByteRange | null {
	const [, first, last] = FROM.exec(header ?? '') ?? [];
	if (first !== undefined) {
		const range = { first: offset(first), last: last === undefined || last === '' ? null : offset(last) };
		return range.last !== null && range.last < range.first ? null : range;
	}
	const [, lastBytes] = LAST_BYTES.exec(header ?? '') ?? [];
	return lastBytes === undefined ? null : { lastBytes: offset(lastBytes) };
}

/** Returns the part of a file of `size` bytes that a range asks for. Throws UnsatisfiableRange. */
export function partOf(range: ByteRange, size: number): FilePart {
	const first = 'lastBytes' in range ? Math.max(0, size - range.lastBytes) : range.first;
	const last = 'lastBytes' in range ? size - 1 : Math.min(range.last ?? size, size - 1);
	if (first > last) throw new UnsatisfiableRange(size);
	return { first, last };
}

function offset(digits: string): number {
	return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}
