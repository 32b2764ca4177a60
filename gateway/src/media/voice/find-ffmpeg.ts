import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Whether a file is a program that this process may run. */
export function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return statSync(file).isFile();
	} catch {
		return false;
	}
}

/** Returns the path of ffmpeg in the folders of a PATH variable; null: it is not installed. */
export function findFfmpeg(searchPath: string): string | null {
	const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
	const files = searchPath
		.split(path.delimiter)
		.filter((folder) => path.isAbsolute(folder))
		.map((folder) => path.join(folder, name));
	return files.find(isExecutable) ?? null;
}
