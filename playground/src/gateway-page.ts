import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from './command.ts';
import { errorCode } from './error-code.ts';
import { ROOT } from './layout.ts';
import { withProgress } from './output.ts';

const DASHBOARD = path.join(ROOT, 'gateway', 'dashboard');
const BUILT = path.join(DASHBOARD, 'dist', 'index.html');
/** What the page is built from. */
const SOURCES = ['index.html', 'vite.config.ts', 'src', 'build'];

/** Builds the gateway's page where it is not built, or was built from older sources. */
export async function ensurePage(logFile: string, signal?: AbortSignal): Promise<void> {
	if (!existsSync(path.join(DASHBOARD, 'index.html'))) return;
	if ((await newest(SOURCES.map((name) => path.join(DASHBOARD, name)))) <= (await newest([BUILT]))) return;
	const gulp = path.join(ROOT, 'node_modules', 'gulp', 'bin', 'gulp.js');
	await withProgress("Building the gateway's page", () =>
		runCommand(process.execPath, [gulp, 'dashboard'], { cwd: ROOT, logFile, signal }),
	);
}

/** When the newest of these files, and of those in these folders, was changed; 0 where there is none. */
async function newest(files: readonly string[]): Promise<number> {
	const times = await Promise.all(
		files.map(async (file) => {
			const found = await stat(file).catch((error: unknown) => {
				if (errorCode(error) === 'ENOENT') return undefined;
				throw error;
			});
			if (found === undefined) return 0;
			if (!found.isDirectory()) return found.mtimeMs;
			return newest((await readdir(file)).map((name) => path.join(file, name)));
		}),
	);
	return Math.max(0, ...times);
}
