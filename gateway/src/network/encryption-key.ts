import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RandomBytes } from '../runtime/system.ts';

const KEY_SIZE = 32;
const FILE = 'encryption.key';

/**
 * Returns the key that encrypts sessions: the configured one, or that of the data folder. Creates the key file if it
 * does not exist, readable only by its owner. Gateways that share the folder get the same key, even if they start at
 * once.
 */
export function loadEncryptionKey(
	configured: Buffer | null,
	dataFolder: string,
	entropy: RandomBytes,
): Buffer {
	if (configured !== null) return configured;
	const file = path.join(dataFolder, FILE);
	return readKey(file) ?? createKey(file, entropy);
}

function createKey(file: string, entropy: RandomBytes): Buffer {
	mkdirSync(path.dirname(file), { recursive: true });
	// The key is written to a draft and then linked, so that another gateway never reads an incomplete file.
	const draft = `${file}.${entropy(8).toString('hex')}`;
	writeFileSync(draft, `${entropy(KEY_SIZE).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
	try {
		linkSync(draft, file);
	} catch (error) {
		if (!isCode(error, 'EEXIST')) throw error;
	} finally {
		rmSync(draft);
	}
	return readKey(file) ?? throwUnusable(file);
}

function readKey(file: string): Buffer | null {
	try {
		const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
		return key.length === KEY_SIZE ? key : throwUnusable(file);
	} catch (error) {
		if (isCode(error, 'ENOENT')) return null;
		throw error;
	}
}

function throwUnusable(file: string): never {
	throw new Error(
		`${file} does not hold an encryption key. Put the right file back; without it, delete the file and connect the instances again.`,
	);
}

function isCode(error: unknown, code: string): boolean {
	return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
