/** The command line is wrong. The message is printed with the usage. */
export class UsageError extends Error {}

/** Exit code of `simulate` for a command or a scenario that is wrong; 1 is for one that did not pass. */
export const SCENARIO_USAGE_EXIT_CODE = 2;

/** The same of `ledger`; 1 is for something that is missing. */
export const LEDGER_USAGE_EXIT_CODE = 2;

/** Exit code of `ledger` where the records could not be read. */
export const LEDGER_FAILURE_EXIT_CODE = 3;

/** Throws UsageError for extra arguments: a second key to revoke, for example, would stay valid. */
export function refuseExtraWords(words: readonly string[], limit: number): void {
	const extra = words.slice(limit);
	if (extra.length > 0) throw new UsageError(`"${extra.join(' ')}" is too much: nothing was done.`);
}

/** Runs a parser of the command line. Any error of it becomes a UsageError. */
export function parseUsage<T>(parse: () => T): T {
	try {
		return parse();
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}
