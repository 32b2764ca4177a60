import { access, constants, statfs } from 'node:fs/promises';
import path from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { CommandFailed } from './command.ts';
import { PLAYGROUND } from './layout.ts';
import { runNpm } from './npm.ts';
import { portProblem } from './ports.ts';

const NEEDED_NODE = 24;
const NEEDED_BYTES = 3_000_000_000;
const GATEWAY_ONLY = 'or start without n8n: `npm start -- --gateway-only`';

/** Throws CannotStart unless this is the Node that the project brings along. */
export function checkNode(): void {
	if (Number(process.versions.node.split('.')[0]) >= NEEDED_NODE) return;
	throw new CannotStart(
		`This is Node ${process.versions.node}, and Node ${NEEDED_NODE} is needed: ` +
			'run `npm install`, which brings it along, and then `npm start`.',
	);
}

/** Throws CannotStart when a port cannot be listened on; `variable` is the setting that chooses another. */
export async function checkPort(who: string, port: number, variable: string): Promise<void> {
	const problem = await portProblem(port);
	if (problem === undefined) return;
	const reason = problem === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${problem})`;
	throw new CannotStart(
		`Port ${port}, meant for ${who}, ${reason}: free it, or choose another with \`${variable}=${port + 1} npm start\`.`,
	);
}

/** Throws CannotStart when something is missing that the installation of n8n needs. */
export async function checkInstallation(signal?: AbortSignal): Promise<void> {
	await checkCompiler();
	await checkSpace();
	await checkNetwork(signal);
}

async function checkCompiler(): Promise<void> {
	// On Windows the build finds Visual Studio by itself, and no name on the PATH tells whether it will.
	if (process.platform === 'win32') return;
	const missing: string[] = [];
	for (const tool of ['python3', 'make', 'g++']) {
		if (!(await isOnPath(tool))) missing.push(tool);
	}
	if (missing.length === 0) return;
	throw new CannotStart(
		`n8n's SQLite module must be compiled once, and ${missing.join(', ')} cannot be found: ` +
			`install python3, make and g++, ${GATEWAY_ONLY}.`,
	);
}

async function isOnPath(tool: string): Promise<boolean> {
	for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
		try {
			await access(path.join(folder, tool), constants.X_OK);
			return true;
		} catch {
			// Not in this folder; the next one is looked at.
		}
	}
	return false;
}

async function checkSpace(): Promise<void> {
	const disk = await statfs(PLAYGROUND);
	const free = disk.bavail * disk.bsize;
	if (free >= NEEDED_BYTES) return;
	throw new CannotStart(
		`n8n takes 2.2 GB and the disk has ${(free / 1e9).toFixed(1)} GB free: make room for 3 GB, ${GATEWAY_ONLY}.`,
	);
}

async function checkNetwork(signal?: AbortSignal): Promise<void> {
	try {
		const args = ['view', 'sqlite3', 'version', '--fetch-retries=1', '--fetch-timeout=20000'];
		await runNpm(args, { cwd: PLAYGROUND, signal });
	} catch (error) {
		if (!(error instanceof CommandFailed)) throw error;
		throw new CannotStart(
			'n8n must be downloaded once, and npm cannot reach its registry: ' +
				`check the network and npm's proxy settings, ${GATEWAY_ONLY}.`,
			{ cause: error },
		);
	}
}
