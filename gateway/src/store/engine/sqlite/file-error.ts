import { ExplainedError } from '../../../lib/errors/explained-error.ts';

/** The fault of the file and the advice, by SQLite's primary result code. */
const FAULTS: Readonly<Record<number, readonly [why: string, remedy: string]>> = {
	5: ['another program locks it', 'Close the other program'],
	8: ['this account may not write to it', 'Give this account access to the whole data folder'],
	10: ['the disk reports an error', 'Check the disk and its free space'],
	11: ['it is damaged', 'Restore a backup: messaging-gateway restore FILE'],
	13: ['the disk is full', 'Free some space on it'],
	14: [
		'it cannot be opened or created',
		'Give this account access to the whole data folder, and check that its disk takes more files (df -i)',
	],
	26: [
		'it is no SQLite database',
		'Put the right file back, or restore a backup: messaging-gateway restore FILE',
	],
};

/** Returns one sentence with the cause and what to do; null: the error is not of the file. */
export function explainSqliteError(file: string, error: unknown): ExplainedError | null {
	if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return null;
	// The higher bytes are the extended result code.
	const [why, remedy] = FAULTS[error.errcode & 0xff] ?? [];
	if (why === undefined) return null;
	return new ExplainedError(
		`The database ${file} (see GATEWAY_DATA_DIR) cannot be used: ${why}. ${remedy ?? ''}, then try again.`,
		{ cause: error },
	);
}
