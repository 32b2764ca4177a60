import type { Random } from '../../chaos/random.ts';

/** The kinds of byte mutations. */
export type ByteMutation = 'cut' | 'bits' | 'insert' | 'repeat' | 'remove';

export function mutateBytes(random: Random, bytes: Buffer, how: ByteMutation): Buffer {
	const at = random.integer(0, Math.max(0, bytes.length - 1));
	switch (how) {
		case 'cut':
			return bytes.subarray(0, at);
		case 'remove':
			return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.integer(1, 8))]);
		case 'repeat':
			return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + 40), bytes.subarray(at)]);
		case 'insert':
			return Buffer.concat([
				bytes.subarray(0, at),
				randomBytes(random, random.integer(1, 12)),
				bytes.subarray(at),
			]);
		case 'bits': {
			const flipped = Buffer.from(bytes);
			for (let left = random.integer(1, 6); left > 0 && flipped.length > 0; left -= 1) {
				const index = random.integer(0, flipped.length - 1);
				flipped.writeUInt8(flipped.readUInt8(index) ^ (1 << random.integer(0, 7)), index);
			}
			return flipped;
		}
	}
}

/** Returns random bytes. */
export function randomBytes(random: Random, length: number): Buffer {
	const bytes = Buffer.alloc(length);
	for (let at = 0; at < length; at += 1) bytes.writeUInt8(random.integer(0, 255), at);
	return bytes;
}
