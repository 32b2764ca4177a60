import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.join(import.meta.dirname, '../../../..');

/** A commit of the version before: its schema is 0006. */
const PREVIOUS = '742d86e0';

/** Whether the repository has the version before; a copy without its history has not. */
export const HAS_PREVIOUS_VERSION = commitExists();

function commitExists(): boolean {
	try {
		execFileSync('git', ['cat-file', '-e', `${PREVIOUS}^{commit}`], { cwd: ROOT, stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

/** Writes the gateway of the version before to a folder, where it uses the packages of this one. */
export async function extractPreviousVersion(): Promise<{ main: string; remove: () => Promise<void> }> {
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-gateway-previous-'));
	const archive = path.join(folder, 'gateway.tar');
	const run = promisify(execFile);
	const parts = ['package.json', 'gateway/package.json', 'gateway/src', 'scenarios'];
	await run('git', ['archive', '--output', archive, PREVIOUS, ...parts], { cwd: ROOT });
	await run('tar', ['-xf', archive, '-C', folder]);
	for (const packages of ['node_modules', 'gateway/node_modules']) {
		await symlink(path.join(ROOT, packages), path.join(folder, packages));
	}
	return {
		main: path.join(folder, 'gateway/src/main.ts'),
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}
