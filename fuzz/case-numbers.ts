/** The numbers of the cases to send. */
export interface CaseNumbers {
	planned: number;
	/** Returns the next number; null: there is none, or the time is over. */
	next(): number | null;
}

export function caseNumbersUpTo(count: number, isOver: () => boolean): CaseNumbers {
	let last = -1;
	return { planned: count, next: () => (isOver() || last + 1 >= count ? null : (last += 1)) };
}

export function onlyCaseNumbers(numbers: readonly number[], isOver: () => boolean): CaseNumbers {
	const left = [...numbers];
	return { planned: numbers.length, next: () => (isOver() ? null : (left.shift() ?? null)) };
}
