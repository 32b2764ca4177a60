import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../lib/errors/error-code.ts';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { syncFolderSync } from '../lib/files/sync-folder.ts';
import type { RandomBytes } from '../runtime/system.ts';

export const KEY_SIZE = 32;
const FILE = 'encryption.key';

/** The key that wraps the data key, and where it comes from, for messages: a variable, or a file. */
export interface EncryptionKey {
	bytes: Buffer;
	source: string;
}

export interface KeyLocation {
	/** The value of GATEWAY_ENCRYPTION_KEY; null: the key is in the data folder. */
	encryptionKey: Buffer | null;
	dataFolder: string;
}

/** The path of the key file of a data folder. */
export function keyFileOf(dataFolder: string): string {
	return path.join(dataFolder, FILE);
}

/** Returns the configured key, or that of the data folder; null: there is none yet. */
export function findEncryptionKey({ encryptionKey, dataFolder }: KeyLocation): EncryptionKey | null {
	if (encryptionKey !== null) return { bytes: encryptionKey, source: 'GATEWAY_ENCRYPTION_KEY' };
	const file = keyFileOf(dataFolder);
	const bytes = readKey(file);
	return bytes === null ? null : { bytes, source: file };
}

/**
 * Creates the key file of the data folder, readable only by its owner. Gateways that share the folder get the same key,
 * even if they start at once.
 */
export function createKeyFile(dataFolder: string, entropy: RandomBytes): EncryptionKey {
	const file = keyFileOf(dataFolder);
	mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
	// The key is written to a draft and then linked, so that another gateway never reads an incomplete file.
	const draft = writeDraft(file, entropy(KEY_SIZE), entropy);
	try {
		linkSync(draft, file);
		syncFolderSync(dataFolder);
	} catch (error) {
		if (codeOf(error) !== 'EEXIST') throw error;
	} finally {
		rmSync(draft);
	}
	return { bytes: readKey(file) ?? throwUnusable(file), source: file };
}

/**
 * Replaces the key file of the data folder. A crash leaves the earlier or the new key; once this returns, also a power
 * failure leaves the new one: the database forgets the earlier key next.
 */
export function replaceKeyFile(dataFolder: string, key: Buffer, entropy: RandomBytes): void {
	const file = keyFileOf(dataFolder);
	renameSync(writeDraft(file, key, entropy), file);
	syncFolderSync(dataFolder);
}

function writeDraft(file: string, key: Buffer, entropy: RandomBytes): string {
	const draft = `${file}.${entropy(8).toString('hex')}`;
	try {
		writeFileSync(draft, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
	} catch (error) {
		// As on a full disk.
		rmSync(draft, { force: true });
		throw error;
	}
	return draft;
}

function readKey(file: string): Buffer | null {
	try {
		const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
		return key.length === KEY_SIZE ? key : throwUnusable(file);
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return null;
		throw error;
	}
}

function throwUnusable(file: string): never {
	throw new ExplainedError(
		`${file} does not hold an encryption key: put the right file back, or see "The encryption key" in docs/operations.md if it is lost.`,
	);
}
