/** Amounts in use by key, such as connections by network. A key without any takes no memory. */
export interface Tally {
	of(key: string): number;
	/** Adds to the amount of a key; a negative amount is subtracted. */
	add(key: string, amount: number): void;
}

export function createTally(): Tally {
	const amounts = new Map<string, number>();
	const of = (key: string): number => amounts.get(key) ?? 0;
	return {
		of,
		add(key, amount) {
			const sum = of(key) + amount;
			if (sum === 0) amounts.delete(key);
			else amounts.set(key, sum);
		},
	};
}
