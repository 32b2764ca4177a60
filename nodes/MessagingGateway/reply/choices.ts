/** A choice and its index in the list of choices. */
export interface MatchedChoice {
	index: number;
	choice: string;
}

/**
 * Returns the choice that a text names, either literally (ignoring case, spacing and final punctuation) or by its
 * number in the list, starting at 1. Returns undefined when no choice matches.
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
		.trim()
		.replace(/[.!)]+$/, '')
		.replace(/\s+/g, ' ')
		.toLowerCase();
}
