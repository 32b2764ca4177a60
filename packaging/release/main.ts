// What `publish.yml` and release-it ask about a release: `node packaging/release/main.ts <command> …`.
import { ROOT } from '../manifest.ts';
import { findHindrances, imageTags, readNotes, setVersion, type ImageTarget } from './release.ts';

const [command = '', tag = '', ...rest] = process.argv.slice(2);
const version = tag.replace(/^v/, '');
const print = (text: string): void => {
	process.stdout.write(`${text}\n`);
};

switch (command) {
	// Fails unless the packages and the changelog name the version of a tag.
	case 'check': {
		const hindrances = findHindrances(ROOT, tag);
		for (const sentence of hindrances) process.stderr.write(`${sentence}\n`);
		if (hindrances.length > 0) process.exitCode = 1;
		break;
	}
	// Prints the changelog of a version.
	case 'notes':
		print(readNotes(ROOT, tag) ?? '');
		break;
	// Writes a version into all packages.
	case 'set-version':
		setVersion(ROOT, version);
		break;
	// Prints the arguments of `docker buildx build` with the tags of an image: its target, and its name.
	case 'image-tags': {
		const [target = 'gateway', image = 'messaging-gateway'] = rest;
		for (const one of imageTags(version, target as ImageTarget)) print(`--tag=${image}:${one}`);
		break;
	}
	default:
		process.stderr.write('Usage: main.ts check|notes|set-version|image-tags TAG [TARGET IMAGE]\n');
		process.exitCode = 1;
}
