import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readManifest, ROOT, type Manifest } from './manifest.ts';
import { publisherOf, withPublisher } from './publisher.ts';

/** Which files contain links, names and addresses. */
const TEXTS = /(^|\/)LICENSE$|\.(json|md|mjs|ts|tsx|ya?ml)$/;
/** The file that the others follow, and those that only npm writes. */
const LEFT_OUT = /^package\.json$|package-lock\.json$/;

/**
 * Writes the publisher of the root package.json into every text of the repository that names the publisher of
 * gateway/package.json, which is the earlier one. Returns the changed files.
 */
export function writePublisher(root = ROOT): string[] {
	const manifest = readManifest(root);
	const gateway = path.join(root, 'gateway');
	const earlier = publisherOf(readManifest(gateway));
	const publisher = publisherOf(manifest);
	const changed = textsOf(root).filter((file) => {
		const before = readFileSync(path.join(root, file), 'utf8');
		const after = withPublisher(before, earlier, publisher);
		if (after !== before) writeFileSync(path.join(root, file), after);
		return after !== before;
	});
	// Last, so that an interrupted run can be repeated.
	const written = writeGatewayManifest(gateway, manifest);
	return written ? [...changed, 'gateway/package.json'] : changed;
}

/** Returns the texts that git knows, without gateway/package.json. */
export function textsOf(root: string): string[] {
	const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
		cwd: root,
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	});
	const files = new Set(listed.split('\0'));
	return [...files].filter(
		(file) => TEXTS.test(file) && !LEFT_OUT.test(file) && file !== 'gateway/package.json',
	);
}

function writeGatewayManifest(folder: string, { author, homepage, repository }: Manifest): boolean {
	const file = path.join(folder, 'package.json');
	const before = readFileSync(file, 'utf8');
	const manifest = {
		...(JSON.parse(before) as Manifest),
		homepage,
		author,
		repository: { ...repository, directory: 'gateway' },
	};
	const after = `${JSON.stringify(manifest, null, 2)}\n`;
	if (after !== before) writeFileSync(file, after);
	return after !== before;
}

// `npm run publisher`
if (import.meta.main) {
	const changed = writePublisher();
	process.stdout.write(
		changed.length === 0 ? 'Every file names this publisher.\n' : `Written: ${changed.join(', ')}\n`,
	);
}
