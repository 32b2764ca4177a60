import { StartError } from './start-error.ts';
import { CommandError } from './process/command.ts';

const MAX_LINES = 20;

/** Formats the error that ended the start for the user at the terminal. */
export function formatError(error: unknown): string {
	if (error instanceof StartError) return error.message;
	if (error instanceof CommandError) {
		const lines = error.output.trimEnd().split('\n').slice(-MAX_LINES);
		return [`${error.message}. The end of its output:`, ...lines.map((line) => `  ${line}`)].join('\n');
	}
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
