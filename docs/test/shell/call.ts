/** A command that the shell of a page runs and that is no part of the shell. */
export interface Call {
	argv: string[];
	/** The line of the page. */
	line: number;
	folder: string;
	environment: Record<string, string>;
	/** Its standard input. */
	input: string;
}

/** What a command did. */
export interface Outcome {
	output: string;
	code: number;
}

/** A command that cannot do what its page says. The message says why. */
export class CommandProblem extends Error {}

export const DONE: Outcome = { output: '', code: 0 };
