import { randomBytes } from 'node:crypto';
import { monotonicFactory, ulid } from 'ulid';
import type { Clock } from '../domain/clock.ts';
import type { NewId } from '../domain/ids.ts';

/** Returns `size` cryptographically secure random bytes. */
export type RandomBytes = (size: number) => Buffer;

export const systemEntropy: RandomBytes = (size) => randomBytes(size);

/** Random bytes fetched at once: a system call for each id would cost more than the rest of creating it. */
const POOL_SIZE = 4096;

/** Returns a function that yields single random bytes from a pool, which it refills when the pool is empty. */
function pooledBytes(entropy: RandomBytes): () => number {
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

/** The system clock. Its timers do not keep the process alive. */
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

/** Creates ids of a prefix and a ULID in lower case, which increase strictly within the process. */
export function createIds(clock: Clock, entropy: RandomBytes): NewId {
	const nextByte = pooledBytes(entropy);
	const random = (): number => nextByte() / 0x100;
	const nextUlid = monotonicFactory(random);
	return (prefix, at) => {
		const id = at === undefined ? nextUlid(clock.now()) : ulid(at, random);
		return `${prefix}_${id.toLowerCase()}`;
	};
}

/** Returns a random number in [0, 1). */
export function randomFraction(entropy: RandomBytes): number {
	return entropy(6).readUIntBE(0, 6) / 2 ** 48;
}
