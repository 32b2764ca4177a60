// `npm run dev`: n8n-node's dev command with the n8n of the playground, which reloads the nodes whenever a file changes.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureN8n } from '../playground/src/n8n/install.ts';
import { NODE_PACKAGE } from '../playground/src/n8n/node-package.ts';
import { startN8n } from '../playground/src/n8n/service.ts';
import { runCommand } from '../playground/src/process/command.ts';
import { findFreePort } from '../playground/src/process/ports.ts';
import { until } from '../playground/src/process/until.ts';
import { ROOT } from './manifest.ts';

/**
 * The folder that n8n-node links into n8n. n8n loads every node below it, and below the root of this repository that
 * would be all nodes of the playground's n8n too.
 */
const STAGE = path.join(ROOT, '.artifacts', 'dev');
const USER_FOLDER = path.join(ROOT, '.data', 'dev');
const PORT = Number(process.env.N8N_PORT ?? 5678);

/** Prepares a folder in which `n8n-node dev` compiles the nodes of this repository. */
async function prepareStage(): Promise<void> {
	await mkdir(STAGE, { recursive: true });
	await cp(path.join(ROOT, 'icons'), path.join(STAGE, 'icons'), { recursive: true });
	// A link, because Jest complains about two packages of one name.
	await rm(path.join(STAGE, 'package.json'), { force: true });
	await symlink(path.join(ROOT, 'package.json'), path.join(STAGE, 'package.json'));
	const up = path.relative(STAGE, ROOT);
	const config = {
		extends: path.join(up, 'tsconfig.json'),
		compilerOptions: { rootDir: up, outDir: 'dist' },
		include: [
			path.join(up, 'credentials/**/*'),
			path.join(up, 'nodes/**/*'),
			path.join(up, 'nodes/**/*.json'),
		],
	};
	await writeFile(path.join(STAGE, 'tsconfig.json'), JSON.stringify(config));
}

/**
 * Compiles once and starts `n8n-node dev`, which compiles after each change; resolves when the nodes are in n8n's
 * folder.
 */
async function startCompiler(): Promise<ChildProcess> {
	await runCommand(process.execPath, [path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')], {
		cwd: STAGE,
	});
	const flags = ['dev', '--external-n8n', '--custom-user-folder', USER_FOLDER];
	const started = spawn(path.join(ROOT, 'node_modules', '.bin', 'n8n-node'), flags, {
		cwd: STAGE,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	const linked = path.join(USER_FOLDER, '.n8n', 'custom', 'node_modules', NODE_PACKAGE, 'dist');
	await until({ what: 'n8n-node to link the nodes', seconds: 60 }, async () => {
		await access(linked);
		return true;
	});
	return started;
}

await ensureN8n(path.join(USER_FOLDER, 'install.log'));
await prepareStage();
await mkdir(USER_FOLDER, { recursive: true });
// n8n loads the nodes at its start, and then whenever they change.
const compiler = await startCompiler();
const ended = once(compiler, 'exit');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => compiler.kill(signal));
process.env.N8N_DEV_RELOAD = 'true';
const { service, ready } = startN8n({
	port: PORT,
	brokerPort: await findFreePort(),
	userFolder: USER_FOLDER,
	logFile: path.join(USER_FOLDER, 'n8n.log'),
});
try {
	await Promise.race([ready, ended]);
	process.stdout.write(`n8n runs on http://127.0.0.1:${PORT}\n`);
	await Promise.race([service.ended, ended]);
} finally {
	compiler.kill();
	await service.stop();
}
