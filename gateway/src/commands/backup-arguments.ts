import { parseArgs } from 'node:util';
import { parseUsage, UsageError } from './usage-error.ts';

/** The arguments of `backup` and `restore`: a file, or - for a standard stream. */
export interface BackupArguments {
	file: string;
	/** Whether existing data may be replaced. */
	force: boolean;
}

/** Parses `FILE [--force]`. `usage` is the message for any other number of files. Throws UsageError. */
export function parseBackupArguments(args: readonly string[], usage: string): BackupArguments {
	const { values, positionals } = parseUsage(() =>
		parseArgs({
			args: [...args],
			allowPositionals: true,
			options: { force: { type: 'boolean', default: false } },
		}),
	);
	const [file, ...rest] = positionals;
	if (file === undefined || rest.length > 0) throw new UsageError(usage);
	return { file, force: values.force };
}
