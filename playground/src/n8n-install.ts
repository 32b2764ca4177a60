import { rm } from 'node:fs/promises';
import path from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { CommandFailed, runCommand, type CommandOptions } from './command.ts';
import { installState, removeStamp, writeStamp } from './install-stamp.ts';
import { PLAYGROUND } from './layout.ts';
import { pinnedN8nVersion } from './n8n-version.ts';
import { withNodeHeaders } from './node-headers.ts';
import { runNpm } from './npm.ts';
import { withProgress } from './output.ts';
import { checkInstallation } from './preflight.ts';

const NODE_MODULES = path.join(PLAYGROUND, 'node_modules');

/** Installs the pinned n8n under playground/ unless it is there already. */
export async function ensureN8n(logFile: string, signal?: AbortSignal): Promise<void> {
	if ((await installState()) === 'current') return;
	await checkInstallation(signal);
	await installN8n(logFile, signal);
}

async function installN8n(logFile: string, signal?: AbortSignal): Promise<void> {
	const options: CommandOptions = { cwd: PLAYGROUND, logFile, signal };
	const version = pinnedN8nVersion();
	try {
		if ((await installState()) === 'unfinished') {
			// npm takes a half-unpacked package for an installed one, so an interrupted installation begins anew.
			await rm(NODE_MODULES, { recursive: true, force: true });
		}
		await removeStamp();
		await withProgress(`Installing n8n ${version} (once, about 4 minutes, 2.2 GB)`, () =>
			// The scripts of its 2,100 packages are not needed, but for the one that builds SQLite.
			runNpm(['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], options),
		);
		await withProgress("Building n8n's SQLite module (once, 1 to 2 minutes)", () => buildSqlite(options));
		await writeStamp();
	} catch (error) {
		if (!(error instanceof CommandFailed)) throw error;
		throw new CannotStart(
			`n8n ${version} could not be installed: ${error.message}. ` +
				`Everything npm said is in ${logFile}; the next \`npm start\` tries again.`,
			{ cause: error },
		);
	}
}

async function buildSqlite(options: CommandOptions): Promise<void> {
	if (await sqliteLoads(options)) return;
	await withNodeHeaders(options, (folder) =>
		runNpm(['rebuild', 'sqlite3'], { ...options, env: { npm_config_nodedir: folder } }),
	);
	await runCommand(process.execPath, ['-e', 'require("sqlite3")'], options);
}

async function sqliteLoads(options: CommandOptions): Promise<boolean> {
	try {
		await runCommand(process.execPath, ['-e', 'require("sqlite3")'], options);
		return true;
	} catch (error) {
		if (error instanceof CommandFailed) return false;
		throw error;
	}
}
