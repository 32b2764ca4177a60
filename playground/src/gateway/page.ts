import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from '../build.ts';
import { ROOT } from '../layout.ts';

const DASHBOARD = path.join('gateway', 'dashboard');

/** Builds the gateway's page unless the build is newer than its sources. */
export async function ensurePage(logFile: string, signal?: AbortSignal): Promise<void> {
	if (!existsSync(path.join(ROOT, DASHBOARD, 'index.html'))) return;
	const build = {
		task: 'dashboard',
		progress: "Building the gateway's page",
		sources: ['index.html', 'vite.config.ts', 'src', 'build'].map((name) => path.join(DASHBOARD, name)),
		built: path.join(DASHBOARD, 'dist', 'index.html'),
	};
	await ensureBuilt(build, logFile, signal);
}
