/** SQLite's primary result codes, by their names without `SQLITE_` (https://sqlite.org/rescode.html). */
export const RESULT_CODE = {
	BUSY: 5,
	LOCKED: 6,
	NOMEM: 7,
	READONLY: 8,
	IOERR: 10,
	CORRUPT: 11,
	FULL: 13,
	CANTOPEN: 14,
	NOTADB: 26,
} as const;

/** Returns the primary result code of an error of SQLite; null: the error is not of SQLite. */
export function primaryCodeOf(error: unknown): number | null {
	if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return null;
	// The higher bytes are the extended result code.
	return error.errcode & 0xff;
}
