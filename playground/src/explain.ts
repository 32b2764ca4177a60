import { CannotStart } from './cannot-start.ts';
import { CommandFailed } from './command.ts';

const SHOWN_LINES = 20;

/** Turns whatever ended the start into text for the person at the terminal. */
export function explain(error: unknown): string {
	if (error instanceof CannotStart) return error.message;
	if (error instanceof CommandFailed) {
		const lines = error.output.trimEnd().split('\n').slice(-SHOWN_LINES);
		return [`${error.message}. The end of what it wrote:`, ...lines.map((line) => `  ${line}`)].join('\n');
	}
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
