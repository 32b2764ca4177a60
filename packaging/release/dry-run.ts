// `npm run release:dry-run`: the steps of `publish.yml` for the version in package.json, without sending anything. The
// packages must be built (`npm run build`). A placeholder in package.json and a missing section of the changelog are
// reported and do not end it, because both are entered with a release.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findHindrances as findPlaceholders } from '../check-publisher.ts';
import { readManifest, ROOT } from '../manifest.ts';
import { findHindrances, imageTags, isPrerelease } from './release.ts';

const { version } = readManifest(ROOT);
const tag = `v${version}`;

function heading(text: string): void {
	process.stdout.write(`\n=== ${text}\n`);
}

/** Runs a step in a folder of the repository; the dry run fails with it. */
function run(folder: string, command: string, ...args: string[]): void {
	heading(`${command} ${args.join(' ')} (${folder})`);
	// n8n's check lets only its own release command publish.
	const env = { ...process.env, RELEASE_MODE: 'true', npm_config_provenance: 'false' };
	const { status } = spawnSync(command, args, { cwd: path.join(ROOT, folder), env, stdio: 'inherit' });
	if (status !== 0) process.exitCode = 1;
}

heading(`What keeps ${tag} from being released`);
for (const sentence of [...findHindrances(ROOT, tag), ...findPlaceholders()]) {
	process.stdout.write(`${sentence}\n`);
}

// The scripts are left out: they refuse placeholders, and the README of the package is put in place by `prepack`.
const options = ['--dry-run', '--tag', isPrerelease(version) ? 'next' : 'latest', '--access', 'public'];
run('.', 'npm', 'publish', '--ignore-scripts', ...options);
run('gateway', 'npm', 'publish', ...options);

for (const target of ['gateway', 'whatsapp'] as const) {
	heading(`Tags of the image ${target}`);
	process.stdout.write(`${imageTags(version, target).join('\n')}\n`);
}
