import { cp } from 'node:fs/promises';
import path from 'node:path';

/** The files that `npm pack` and `npm publish` read, and the scripts that they run. */
const PARTS = [
	'LICENSE',
	'README.md',
	'dist',
	'docs/package',
	'gateway/package.json',
	'package.json',
	'packaging',
];

/** Copies the part of a repository that is packed, so that a test can pack it while others read the repository. */
export async function copyPackable(root: string, to: string): Promise<void> {
	for (const part of PARTS) await cp(path.join(root, part), path.join(to, part), { recursive: true });
}
