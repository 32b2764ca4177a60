/** An answer that somebody may give, and its place in the list of them. */
export interface Answer {
	index: number;
	choice: string;
}

/**
 * Finds which of the choices a text means: one of them, in capitals or not and with or without a full stop, or its
 * number in the list, from 1 on. Gives undefined for anything else.
 */
export function answerIn(choices: readonly string[], text: string): Answer | undefined {
	const said = plain(text);
	const byText = choices.findIndex((choice) => plain(choice) === said);
	const byNumber = /^\d{1,3}$/.test(said) ? Number(said) - 1 : -1;
	const index = byText >= 0 ? byText : byNumber;
	const choice = choices[index];
	return choice === undefined ? undefined : { index, choice };
}

/** Reads a field of choices: separated by line breaks, or else by commas. Gives each once. */
export function choicesOf(text: string): string[] {
	const separator = text.includes('\n') ? '\n' : ',';
	const choices = text
		.split(separator)
		.map((choice) => choice.trim())
		.filter((choice) => choice !== '');
	return [...new Set(choices)];
}

/** The choices as a list with numbers, below the question. */
export function listed(choices: readonly string[]): string {
	return choices.map((choice, index) => `${index + 1}. ${choice}`).join('\n');
}

function plain(text: string): string {
	return text
		.trim()
		.replace(/[.!)]+$/, '')
		.replace(/\s+/g, ' ')
		.toLowerCase();
}
