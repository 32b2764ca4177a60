/** The cases of a part that are to be sent, one after the other, until there are none or the time is over. */
export interface Numbers {
	planned: number;
	next(): number | null;
}

export function caseNumbersUpTo(count: number, isOver: () => boolean): Numbers {
	let last = -1;
	return { planned: count, next: () => (isOver() || last + 1 >= count ? null : (last += 1)) };
}

export function onlyCaseNumbers(numbers: readonly number[], isOver: () => boolean): Numbers {
	const left = [...numbers];
	return { planned: numbers.length, next: () => (isOver() ? null : (left.shift() ?? null)) };
}
