import { ExplainedError } from '../../../lib/errors/explained-error.ts';
import { primaryCodeOf, RESULT_CODE } from './result-code.ts';

/** The fault of the file and the advice, by SQLite's primary result code. */
const FAULTS: Readonly<Record<number, readonly [why: string, remedy: string]>> = {
	[RESULT_CODE.BUSY]: ['another program locks it', 'Close the other program'],
	[RESULT_CODE.READONLY]: [
		'this account may not write to it',
		'Give this account access to the whole data folder',
	],
	[RESULT_CODE.IOERR]: ['the disk reports an error', 'Check the disk and its free space'],
	[RESULT_CODE.CORRUPT]: ['it is damaged', 'Restore a backup: messaging-gateway restore FILE'],
	[RESULT_CODE.FULL]: ['the disk is full', 'Free some space on it'],
	[RESULT_CODE.CANTOPEN]: [
		'it cannot be opened or created',
		'Give this account access to the whole data folder, and check that its disk takes more files (df -i)',
	],
	[RESULT_CODE.NOTADB]: [
		'it is no SQLite database',
		'Put the right file back, or restore a backup: messaging-gateway restore FILE',
	],
};

/** SQLite opens no file with a path of more bytes, and adds up to eight to that of a database. */
const LONGEST_PATH = 512 - '-journal'.length;
const TOO_LONG = ['its path is longer than SQLite can open', 'Choose a folder with a shorter path'] as const;

/** Returns one sentence with the cause and the remedy; null: the error is not about the file. */
export function explainSqliteError(file: string, error: unknown): ExplainedError | null {
	const code = primaryCodeOf(error);
	if (code === null) return null;
	const isTooLong = code === RESULT_CODE.CANTOPEN && Buffer.byteLength(file) > LONGEST_PATH;
	const [why, remedy] = isTooLong ? TOO_LONG : (FAULTS[code] ?? []);
	if (why === undefined) return null;
	return new ExplainedError(
		`The database ${file} (see GATEWAY_DATA_DIR) cannot be used: ${why}. ${remedy ?? ''}, then try again.`,
		{ cause: error },
	);
}
