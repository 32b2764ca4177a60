import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Folders of programs that only administrators have on their PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/sbin'];

/** Returns the path of a program of this machine; null: it is not installed. */
export function installed(program: string): string | null {
	const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...SYSTEM_FOLDERS];
	return folders.map((folder) => path.join(folder, program)).find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
