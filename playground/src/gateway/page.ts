import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../process/command.ts';
import { errorCode } from '../process/error-code.ts';
import { ROOT } from '../layout.ts';
import { withProgress } from '../output.ts';

const DASHBOARD = path.join(ROOT, 'gateway', 'dashboard');
const BUILT = path.join(DASHBOARD, 'dist', 'index.html');
/** The sources of the page. */
const SOURCES = ['index.html', 'vite.config.ts', 'src', 'build'];

/** Builds the gateway's page unless the build is newer than its sources. */
export async function ensurePage(logFile: string, signal?: AbortSignal): Promise<void> {
	if (!existsSync(path.join(DASHBOARD, 'index.html'))) return;
	if (
		(await newestModification(SOURCES.map((name) => path.join(DASHBOARD, name)))) <=
		(await newestModification([BUILT]))
	)
		return;
	const gulp = path.join(ROOT, 'node_modules', 'gulp', 'bin', 'gulp.js');
	await withProgress("Building the gateway's page", () =>
		runCommand(process.execPath, [gulp, 'dashboard'], { cwd: ROOT, logFile, signal }),
	);
}

/** Returns the newest modification time (ms) of the files, and of those in the folders; 0 when there are none. */
async function newestModification(files: readonly string[]): Promise<number> {
	const times = await Promise.all(
		files.map(async (file) => {
			const found = await stat(file).catch((error: unknown) => {
				if (errorCode(error) === 'ENOENT') return undefined;
				throw error;
			});
			if (found === undefined) return 0;
			if (!found.isDirectory()) return found.mtimeMs;
			return newestModification((await readdir(file)).map((name) => path.join(file, name)));
		}),
	);
	return Math.max(0, ...times);
}
