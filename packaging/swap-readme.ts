// `prepack`, `postpack` and `postpublish`: npm packs the file README.md of the folder, whatever package.json says, and the
// README of this repository is not that of the package.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './manifest.ts';

/** The README of the package. */
export const PACKAGE_README = path.join('docs', 'package', 'README.md');
const README = 'README.md';
/** Where the script stores the README of the repository meanwhile; git ignores the folder. */
const KEPT = path.join('.artifacts', 'README.repository.md');

/**
 * Puts the README of the package in place of that of the repository. Throws when the nodes are not built, because npm
 * would pack a package without them.
 */
export function putPackageReadme(root = ROOT): void {
	if (!existsSync(path.join(root, 'dist', 'nodes'))) {
		throw new Error('The nodes are not built, so there is nothing to pack: run `npm run build` first.');
	}
	// The previous packing may have been interrupted.
	restoreReadme(root);
	const [readme, kept] = [path.join(root, README), path.join(root, KEPT)];
	mkdirSync(path.dirname(kept), { recursive: true });
	copy(readme, kept);
	copy(path.join(root, PACKAGE_README), readme);
}

/** Puts the README of the repository back, if that of the package is in its place. */
export function restoreReadme(root = ROOT): void {
	const [readme, kept] = [path.join(root, README), path.join(root, KEPT)];
	if (!existsSync(kept)) return;
	// After an interruption, git or an editor may have written another one.
	const isSwapped = readFileSync(readme).equals(readFileSync(path.join(root, PACKAGE_README)));
	if (isSwapped) renameSync(kept, readme);
	else rmSync(kept);
}

/** Copies a file so that it is never half there. */
function copy(from: string, to: string): void {
	copyFileSync(from, `${to}.new`);
	renameSync(`${to}.new`, to);
}

if (import.meta.main) {
	const event = process.argv[2];
	// `npm publish` reads README.md once more after packing, for the page at npm: it stays until all is published.
	const isPublishing = process.env.npm_command === 'publish' && event === 'postpack';
	try {
		if (event === 'prepack') putPackageReadme();
		else if (!isPublishing) restoreReadme();
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	}
}
