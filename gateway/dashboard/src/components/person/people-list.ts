import { digitsOfNumber } from '../forms/phone-number.ts';

/** Returns the people in a list of numbers and ids, which are separated by lines, commas or semicolons. */
export function peopleIn(text: string): string[] {
	const people = text.split(/[\n,;]/).map((entry) => entry.trim());
	return people
		.filter((entry) => entry !== '')
		.map((entry) => (entry.includes('@') ? entry : digitsOfNumber(entry)));
}
