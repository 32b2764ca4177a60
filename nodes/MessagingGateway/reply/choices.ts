/** A choice and its index in the list of choices. */
export interface MatchedChoice {
	index: number;
	choice: string;
}

/** Marks of the writing direction and other characters without a width, skin tones, and the colors of emoji. */
const INVISIBLE = /\p{Cf}|\p{Emoji_Modifier}|[\uFE0E\uFE0F]/gu;
/** Keyboards of phones type curly apostrophes and quotation marks. */
const APOSTROPHES = /[‘’ʼ`´]/g;
const QUOTATION_MARKS = /[“”„«»]/g;

/**
 * Returns the choice that a text names, either literally (ignoring case, spacing, final punctuation, and what a keyboard
 * decides, such as the form of apostrophes) or by its number in the list, starting at 1. Returns undefined when no choice
 * matches.
 */
export function matchChoice(choices: readonly string[], text: string): MatchedChoice | undefined {
	const normalized = normalize(text);
	const byText = choices.findIndex((choice) => normalize(choice) === normalized);
	const byNumber = /^\d{1,3}$/.test(normalized) ? Number(normalized) - 1 : -1;
	const index = byText >= 0 ? byText : byNumber;
	const choice = choices[index];
	return choice === undefined ? undefined : { index, choice };
}

/** Returns whether the same answer would match both choices. */
export function isSameChoice(choice: string, other: string): boolean {
	return normalize(choice) === normalize(other);
}

/** Formats the choices as a numbered list. */
export function numberedList(choices: readonly string[]): string {
	return choices.map((choice, index) => `${index + 1}. ${choice}`).join('\n');
}

function normalize(text: string): string {
	return text
		.replace(APOSTROPHES, "'")
		.replace(QUOTATION_MARKS, '"')
		.normalize('NFKC')
		.replace(INVISIBLE, '')
		.trim()
		.replace(/[.!)。]+$/, '')
		.replace(/\s+/g, ' ')
		.toLowerCase();
}
