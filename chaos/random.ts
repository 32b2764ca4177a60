/** A pseudo-random source: the same seed returns the same values. */
export interface Random {
	/** In [0, 1). */
	fraction(): number;
	/** An integer from `min` to `max`, both included. */
	integer(min: number, max: number): number;
	pick<T>(values: readonly [T, ...T[]]): T;
	/** True with this probability. */
	chance(probability: number): boolean;
	/** Creates an independent source. */
	fork(): Random;
}

/** Creates a Mulberry32 generator. 32 bits of state suffice to choose times and phones. */
export function seededRandom(seed: number): Random {
	let state = seed >>> 0;
	function fraction(): number {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}
	const integer = (min: number, max: number): number => min + Math.floor(fraction() * (max - min + 1));
	return {
		fraction,
		integer,
		pick: (values) => values[integer(0, values.length - 1)] ?? values[0],
		chance: (probability) => fraction() < probability,
		fork: () => seededRandom(Math.floor(fraction() * 2 ** 32)),
	};
}
