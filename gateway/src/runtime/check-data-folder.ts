import { accessSync, constants, existsSync, lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { codeOf } from '../lib/errors/error-code.ts';
import { makeFolder } from '../lib/files/make-folder.ts';

/** The data folder cannot be used. The message names the variable, the cause, and what to do. */
export class DataFolderUnusable extends ExplainedError {
	constructor(folder: string, why: string, remedy: string, options?: ErrorOptions) {
		super(`GATEWAY_DATA_DIR is "${folder}", but ${why}. ${remedy}, then try again.`, options);
		this.name = 'DataFolderUnusable';
	}
}

/**
 * The files that a gateway opens for reading and writing. The log of a database has another owner where another account
 * used it.
 */
const FILES = ['gateway.db', 'gateway.db-wal', 'gateway.db-shm', 'gateway.lock'];
const FOLDERS = ['media', 'media/uploads', 'media/pending'];

const { R_OK, W_OK, X_OK } = constants;

/**
 * Creates the data folder for this account only, where it does not exist, and checks that this account can use it and the
 * gateway's files in it. Throws DataFolderUnusable.
 */
export function checkDataFolder(folder: string): void {
	try {
		makeFolder(folder);
	} catch (error) {
		throw unusable(folder, folder, error, 'the folder could not be made');
	}
	requireAccess(folder, folder, R_OK | W_OK | X_OK);
	for (const name of FOLDERS) requireAccess(folder, path.join(folder, name), R_OK | W_OK | X_OK);
	for (const name of FILES) requireAccess(folder, path.join(folder, name), R_OK | W_OK);
	requireAccess(folder, path.join(folder, 'encryption.key'), R_OK);
}

function requireAccess(folder: string, entry: string, mode: number): void {
	if (entry !== folder && !existsSync(entry)) return;
	try {
		accessSync(entry, mode);
	} catch (error) {
		const what = entry === folder ? 'this account may not write to it' : `this account may not use ${entry}`;
		throw unusable(folder, entry, error, what);
	}
}

function unusable(folder: string, entry: string, error: unknown, what: string): Error {
	const options = { cause: error };
	switch (codeOf(error)) {
		case 'EEXIST':
		case 'ENOTDIR':
			return new DataFolderUnusable(
				folder,
				`${fileIn(entry)} is a file, not a folder`,
				'Move the file away, or set GATEWAY_DATA_DIR to a folder',
				options,
			);
		case 'EROFS':
			return new DataFolderUnusable(
				folder,
				'it is on a read-only disk',
				'Mount the disk for writing, or set GATEWAY_DATA_DIR to a folder on another one (in a container: a volume)',
				options,
			);
		case 'ENOSPC':
		case 'EDQUOT':
			return new DataFolderUnusable(folder, `${what}: the disk is full`, 'Free some space on it', options);
		case 'EACCES':
		case 'EPERM':
			return new DataFolderUnusable(folder, `${what}${ownersOf(entry)}`, remedyOf(folder, entry), options);
		case 'ENOENT':
		case 'ENAMETOOLONG':
		case 'ELOOP':
			return new DataFolderUnusable(folder, what, 'Set GATEWAY_DATA_DIR to another folder', options);
		default:
			return error instanceof Error ? error : new Error(String(error));
	}
}

/** The part of a path that is a file. */
function fileIn(entry: string): string {
	const parent = path.dirname(entry);
	return exists(entry) || parent === entry ? entry : fileIn(parent);
}

/** False below a file too. */
function exists(entry: string): boolean {
	try {
		lstatSync(entry);
		return true;
	} catch {
		return false;
	}
}

/** Who owns the entry, or the nearest folder above it, and who this is. */
function ownersOf(entry: string): string {
	const account = process.getuid?.();
	const existing = nearest(entry);
	if (account === undefined || existing === null) return '';
	const { uid, path: named } = existing;
	if (uid === account) return ` (the permissions of ${named} do not allow it)`;
	return ` (${named} belongs to uid ${uid}, and this is uid ${account})`;
}

function remedyOf(folder: string, entry: string): string {
	const account = process.getuid?.();
	const existing = nearest(entry);
	if (account === undefined || existing === null) return 'Give this account access';
	// The operator should give only the gateway's own folder to the account, not one above it.
	if (!existsSync(folder)) return 'Make that folder for this account, or set GATEWAY_DATA_DIR to another one';
	return existing.uid === account
		? `Run: chmod -R u+rwX ${folder}`
		: `Run as root: chown -R ${account} ${folder}`;
}

function nearest(entry: string): { uid: number; path: string } | null {
	try {
		return { uid: statSync(entry).uid, path: entry };
	} catch {
		const parent = path.dirname(entry);
		return parent === entry ? null : nearest(parent);
	}
}
