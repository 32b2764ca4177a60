/** A pseudo-random generator: the same seed produces the same numbers, on every machine. */
export interface SeededRandom {
	/** A whole number from `from` to `to`, both included. */
	between(from: number, to: number): number;
	/** One of the values, of which there has to be at least one. */
	pick<T>(values: readonly T[]): T;
	/** The values in another order. */
	shuffle<T>(values: readonly T[]): T[];
	/** One of the values, each as likely as its weight says. */
	weighted<T>(values: readonly (readonly [T, number])[]): T;
}

/** Mulberry32, a generator with 32 bits of state: small, and good enough to vary the customers. */
export function seededRandom(seed: number): SeededRandom {
	let state = seed >>> 0;

	function next(): number {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
	const itemAt = <T>(values: readonly T[], index: number): T => {
		const value = values.at(index);
		if (value === undefined) throw new Error('There is nothing to pick from.');
		return value;
	};
	return {
		between,
		pick: (values) => itemAt(values, between(0, values.length - 1)),
		shuffle(values) {
			const rest = [...values];
			return values.map(() => rest.splice(between(0, rest.length - 1), 1)).flat();
		},
		weighted(values) {
			const total = values.reduce((sum, [, weight]) => sum + weight, 0);
			let left = next() * total;
			const found = values.find(([, weight]) => (left -= weight) < 0);
			return (found ?? itemAt(values, -1))[0];
		},
	};
}
