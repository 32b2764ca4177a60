/** Numbers that look random and are the same for the same seed. */
export interface Random {
	/** In [0, 1). */
	fraction(): number;
	/** A whole number from `min` to `max`, both included. */
	whole(min: number, max: number): number;
	pick<T>(values: readonly [T, ...T[]]): T;
	/** True with this probability. */
	chance(probability: number): boolean;
	/** Another source, which takes nothing from this one any more. */
	fork(): Random;
}

/** Mulberry32: 32 bits of state are plenty for choosing moments and phones. */
export function seededRandom(seed: number): Random {
	let state = seed >>> 0;
	function fraction(): number {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}
	const whole = (min: number, max: number): number => min + Math.floor(fraction() * (max - min + 1));
	return {
		fraction,
		whole,
		pick: (values) => values[whole(0, values.length - 1)] ?? values[0],
		chance: (probability) => fraction() < probability,
		fork: () => seededRandom(Math.floor(fraction() * 2 ** 32)),
	};
}
