import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './layout.ts';
import { withProgress } from './output.ts';
import { runCommand } from './process/command.ts';
import { errorCode } from './process/error-code.ts';

/** A build by a task of gulpfile.js. Paths are relative to the repository. */
export type Build = {
	task: string;
	/** The texts of the terminal during the build. */
	progress: string;
	/** Files and folders that the build depends on. */
	sources: readonly string[];
	/** The file that the task writes last. */
	built: string;
};

/** Builds, unless the last build was completed after the last change of a source. */
export async function ensureBuilt(
	{ task, progress, sources, built }: Build,
	logFile: string,
	signal?: AbortSignal,
): Promise<void> {
	if ((await newestModification(sources)) <= (await newestModification([built]))) return;
	const gulp = path.join(ROOT, 'node_modules', 'gulp', 'bin', 'gulp.js');
	await withProgress(progress, () =>
		runCommand(process.execPath, [gulp, task], { cwd: ROOT, logFile, signal }),
	);
}

/** Returns the newest modification time (ms) of the files, and of those in the folders; 0 when there are none. */
async function newestModification(files: readonly string[]): Promise<number> {
	const times = await Promise.all(
		files.map(async (file) => {
			const found = await stat(path.join(ROOT, file)).catch((error: unknown) => {
				if (errorCode(error) === 'ENOENT') return undefined;
				throw error;
			});
			if (found === undefined) return 0;
			if (!found.isDirectory()) return found.mtimeMs;
			const entries = await readdir(path.join(ROOT, file));
			return newestModification(entries.map((name) => path.join(file, name)));
		}),
	);
	return Math.max(0, ...times);
}
