import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RandomBytes } from '../runtime/system.ts';

const KEY_SIZE = 32;
const FILE = 'encryption.key';

/**
 * The key sessions are encrypted under: the configured one, or the one in the data folder, which is made when it is
 * not there and which only its owner can read. Gateways that share the folder get the same key, whoever is first.
 */
export function encryptionKeyOf(configured: Buffer | null, dataFolder: string, entropy: RandomBytes): Buffer {
	if (configured !== null) return configured;
	const file = path.join(dataFolder, FILE);
	return readKey(file) ?? makeKey(file, entropy);
}

function makeKey(file: string, entropy: RandomBytes): Buffer {
	mkdirSync(path.dirname(file), { recursive: true });
	// Under its name it is complete or not there, also when another gateway makes one at the same time.
	const draft = `${file}.${entropy(8).toString('hex')}`;
	writeFileSync(draft, `${entropy(KEY_SIZE).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
	try {
		linkSync(draft, file);
	} catch (error) {
		if (!isCode(error, 'EEXIST')) throw error;
	} finally {
		rmSync(draft);
	}
	return readKey(file) ?? unusable(file);
}

function readKey(file: string): Buffer | null {
	try {
		const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
		return key.length === KEY_SIZE ? key : unusable(file);
	} catch (error) {
		if (isCode(error, 'ENOENT')) return null;
		throw error;
	}
}

function unusable(file: string): never {
	throw new Error(
		`${file} does not hold an encryption key. Put the right file back; without it, delete the file and connect the instances again.`,
	);
}

function isCode(error: unknown, code: string): boolean {
	return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
