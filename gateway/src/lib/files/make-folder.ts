import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../errors/error-code.ts';

/**
 * Creates a folder for this account only, and those above it, where they do not exist. The recursive mkdir of Node.js
 * never returns where a file system answers ENOENT although the folder above exists, as /proc does.
 */
export function makeFolder(folder: string): void {
	try {
		make(folder);
	} catch (error) {
		const above = path.dirname(folder);
		if (codeOf(error) !== 'ENOENT' || existsSync(above)) throw error;
		makeFolder(above);
		make(folder);
	}
}

function make(folder: string): void {
	try {
		mkdirSync(folder, { mode: 0o700 });
	} catch (error) {
		// On a read-only disk the code for a folder that exists differs from system to system.
		if (!existsSync(folder) || !statSync(folder).isDirectory()) throw error;
	}
}
