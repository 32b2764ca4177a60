import { rm } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../start-error.ts';
import { CommandError, runCommand, type CommandOptions } from '../process/command.ts';
import { installState, deleteStamp, writeStamp } from './install-stamp.ts';
import { PLAYGROUND } from '../layout.ts';
import { pinnedN8nVersion } from './version.ts';
import { withNodeHeaders } from './node-headers.ts';
import { runNpm } from '../process/npm.ts';
import { withProgress } from '../output.ts';
import { checkInstallation } from '../preflight.ts';

const NODE_MODULES = path.join(PLAYGROUND, 'node_modules');

/** Installs the pinned n8n under playground/ unless it is installed already. */
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
			// npm does not detect partly unpacked packages, so an interrupted installation starts over.
			await rm(NODE_MODULES, { recursive: true, force: true });
		}
		await deleteStamp();
		await withProgress(`Installing n8n ${version} (once, about 4 minutes, 2.2 GB)`, () =>
			// Of the scripts of its 2,100 packages, only the build of SQLite is needed.
			runNpm(['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], options),
		);
		await withProgress("Building n8n's SQLite module (once, 1 to 2 minutes)", () => buildSqlite(options));
		await writeStamp();
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		throw new StartError(
			`n8n ${version} could not be installed: ${error.message}. ` +
				`The output of npm is in ${logFile}; the next \`npm start\` tries again.`,
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
		if (error instanceof CommandError) return false;
		throw error;
	}
}
