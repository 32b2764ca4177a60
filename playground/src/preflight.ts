import { access, constants, statfs } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from './start-error.ts';
import { CommandError } from './process/command.ts';
import { PLAYGROUND } from './layout.ts';
import { runNpm } from './process/npm.ts';
import { getPortError } from './process/ports.ts';

const REQUIRED_NODE = 24;
const REQUIRED_BYTES = 3_000_000_000;
const GATEWAY_ONLY = 'or start without n8n: `npm start -- --gateway-only`';

/** Throws StartError when Node is too old. */
export function checkNode(): void {
	if (Number(process.versions.node.split('.')[0]) >= REQUIRED_NODE) return;
	throw new StartError(
		`This is Node ${process.versions.node}, but Node ${REQUIRED_NODE} is required: ` +
			'run `npm install`, which installs it, and then `npm start`.',
	);
}

/** Throws StartError when a port is not free. `variable` is the environment variable that sets another port. */
export async function checkPort(who: string, port: number, variable: string): Promise<void> {
	const problem = await getPortError(port);
	if (problem === undefined) return;
	const reason = problem === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${problem})`;
	throw new StartError(
		`Port ${port}, meant for ${who}, ${reason}: free it, or choose another with \`${variable}=${port + 1} npm start\`.`,
	);
}

/** Throws StartError when a compiler, disk space or the network is missing, which the installation of n8n needs. */
export async function checkInstallation(signal?: AbortSignal): Promise<void> {
	await checkCompiler();
	await checkSpace();
	await checkNetwork(signal);
}

async function checkCompiler(): Promise<void> {
	// On Windows the build locates Visual Studio itself, which cannot be checked through the PATH.
	if (process.platform === 'win32') return;
	const missing: string[] = [];
	for (const tool of ['python3', 'make', 'g++']) {
		if (!(await isOnPath(tool))) missing.push(tool);
	}
	if (missing.length === 0) return;
	throw new StartError(
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
			// Not in this folder.
		}
	}
	return false;
}

async function checkSpace(): Promise<void> {
	const disk = await statfs(PLAYGROUND);
	const free = disk.bavail * disk.bsize;
	if (free >= REQUIRED_BYTES) return;
	throw new StartError(
		`n8n takes 2.2 GB and the disk has ${(free / 1e9).toFixed(1)} GB free: make room for 3 GB, ${GATEWAY_ONLY}.`,
	);
}

async function checkNetwork(signal?: AbortSignal): Promise<void> {
	try {
		const args = ['view', 'sqlite3', 'version', '--fetch-retries=1', '--fetch-timeout=20000'];
		await runNpm(args, { cwd: PLAYGROUND, signal });
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		throw new StartError(
			'n8n must be downloaded once, and npm cannot reach its registry: ' +
				`check the network and npm's proxy settings, ${GATEWAY_ONLY}.`,
			{ cause: error },
		);
	}
}
