import { isCommonWord } from './common-words.ts';
import { inventDigits, inventWord } from './invented-words.ts';

/** Replaces personal data: equal values by equal replacements within one file, in the order in which it finds them. */
export interface Anonymiser {
	text(text: string): string;
	/** A phone number in the form that the gateway accepts. */
	phone(number: string): string;
	/** The name of a person. */
	name(name: string): string;
}

/** `keep`: words that stay as they are, besides the common ones. */
export function createAnonymiser(keep: readonly string[]): Anonymiser {
	const kept = new Set(keep.map((word) => word.toLowerCase()));
	const replaced = new Map<string, string>();
	const counts = new Map<string, number>();
	const used = new Set<string>();

	/** Invents replacements until one is new and differs from the original. */
	function replacement(kind: string, original: string, invent: (number: number) => string): string {
		const key = `${kind} ${original}`;
		const known = replaced.get(key);
		if (known !== undefined) return known;
		for (;;) {
			const number = counts.get(kind) ?? 0;
			counts.set(kind, number + 1);
			const invented = invent(number);
			// There are only so many short words: then one replaces several.
			const isExhausted = number > MAX_TRIES && number % MAX_TRIES === 0;
			if (invented === original || (used.has(`${kind} ${invented}`) && !isExhausted)) continue;
			used.add(`${kind} ${invented}`);
			replaced.set(key, invented);
			return invented;
		}
	}

	function word(original: string): string {
		const lower = original.toLowerCase();
		if (isCommonWord(lower) || kept.has(lower)) return original;
		const length = Array.from(original).length;
		const invented = replacement(`word${length}`, lower, (number) => inventWord(lower, number));
		return withCapitalsOf(original, invented);
	}

	return {
		phone: (number) => replacement('phone', number, (count) => String(FIRST_NUMBER + count)),
		name: (name) => replacement('name', name, (count) => NAMES[count] ?? `Person ${count + 1}`),
		text: (text) =>
			text.replace(PERSONAL, (found, email?: string, url?: string, digits?: string) => {
				if (email !== undefined) {
					return replacement('email', email, (count) => `person${count + 1}@example.com`);
				}
				if (url !== undefined) return replacement('url', url, (count) => `https://example.com/${count + 1}`);
				// One digit is a choice from a list, and names nobody.
				if (digits !== undefined && digits.length === 1) return digits;
				if (digits !== undefined) {
					const { length } = digits;
					return replacement(`digits${length}`, digits, (count) => inventDigits(length, count));
				}
				return word(found);
			}),
	};
}

const MAX_TRIES = 1000;

/** An address, a URL, a run of digits, or a word. */
const PERSONAL =
	/([\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)|((?:https?:\/\/|www\.)[^\s<>"]+)|(\p{Nd}+)|[\p{L}\p{M}]+/giu;

/** Numbers for people, none of which ends in digits that select a behavior of the simulated network. */
const FIRST_NUMBER = 491_570_000_100;

const NAMES: readonly string[] = [
	'Alex',
	'Robin',
	'Sam',
	'Kim',
	'Jo',
	'Chris',
	'Toni',
	'Sascha',
	'Luca',
	'Mika',
];

function withCapitalsOf(original: string, invented: string): string {
	const capitals = Array.from(original, (character) => character !== character.toLowerCase());
	return Array.from(invented, (character, index) =>
		capitals[index] === true ? character.toUpperCase() : character,
	).join('');
}
