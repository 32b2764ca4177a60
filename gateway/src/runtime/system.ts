import { randomBytes } from 'node:crypto';
import { encodeTime, monotonicFactory, ulid } from 'ulid';
import type { Clock } from '../domain/clock.ts';
import type { Id, IdPrefix, NewId } from '../domain/ids.ts';

/** Cryptographically strong bytes. */
export type RandomBytes = (size: number) => Buffer;

export const systemEntropy: RandomBytes = (size) => randomBytes(size);

/** Bytes fetched at once: asking the system for each identifier's would cost more than all else about it. */
const POOL_SIZE = 4096;

/** Single bytes from a pool that is filled when it is used up; none is given twice. */
function bytesFrom(entropy: RandomBytes): () => number {
	let pool: Buffer = Buffer.alloc(0);
	let next = 0;
	return () => {
		if (next === pool.length) {
			pool = entropy(POOL_SIZE);
			next = 0;
		}
		const byte = pool.readUInt8(next);
		next += 1;
		return byte;
	};
}

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
	now: () => Date.now(),
	schedule(delay, fire) {
		const timer = setTimeout(fire, delay);
		timer.unref();
		return () => {
			clearTimeout(timer);
		};
	},
};

/** Identifiers of the form decisions fix: a prefix and a ULID in lower case, rising within the process. */
export function createIds(clock: Clock, entropy: RandomBytes): NewId {
	const nextByte = bytesFrom(entropy);
	const random = (): number => nextByte() / 0x100;
	const rising = monotonicFactory(random);
	return (prefix, at) => {
		const id = at === undefined ? rising(clock.now()) : ulid(at, random);
		return `${prefix}_${id.toLowerCase()}`;
	};
}

/** Sorts after every identifier that was made before a moment, and before all later ones. */
export function minIdAt<Prefix extends IdPrefix>(prefix: Prefix, at: number): Id<Prefix> {
	return `${prefix}_${encodeTime(Math.max(0, at)).toLowerCase()}`;
}

/** A number in [0, 1). */
export function randomFraction(entropy: RandomBytes): number {
	return entropy(6).readUIntBE(0, 6) / 2 ** 48;
}
