import { placeholdersOf, publisherOf } from './publisher.ts';
import { readManifest, ROOT } from './manifest.ts';
import path from 'node:path';

/** Returns the sentences that say why a repository must not be published yet; none: it may be. */
export function findHindrances(root = ROOT): string[] {
	const publisher = publisherOf(readManifest(root));
	const placeholders = placeholdersOf(publisher);
	if (placeholders.length > 0) return placeholders.map((sentence) => `In package.json, ${sentence}`);
	const gateway = publisherOf(readManifest(path.join(root, 'gateway')));
	const agrees = JSON.stringify(gateway) === JSON.stringify(publisher);
	return agrees ? [] : ['The links and names in the other files are still those of an earlier publisher.'];
}

// A step of `prepublishOnly`.
if (import.meta.main) {
	const hindrances = findHindrances();
	for (const sentence of hindrances) process.stderr.write(`${sentence}\n`);
	if (hindrances.length > 0) {
		process.stderr.write('Then run `npm run publisher`, which writes them into all files, and commit.\n');
		process.exitCode = 1;
	}
}
