import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readManifest } from '../manifest.ts';

/** Most characters that GitHub takes as the text of a release. */
const NOTES_LIMIT = 125_000;
/** The beginning of a link that is no URL of its own. */
const RELATIVE_LINK = /\]\((?!https?:|#)/g;

/** The packages of a release, by their folders; they share one version. */
export const PACKAGES = ['.', 'gateway', 'scenarios'];

/** Returns the sentences that say why a repository must not be released as a tag; none: it may be. */
export function findHindrances(root: string, tag: string): string[] {
	const version = tag.replace(/^v/, '');
	const others = versionsOf(root).filter((one) => one.version !== version);
	const hindrances = others.map(
		(one) => `${one.file} has the version ${one.version}, but the tag is ${tag}.`,
	);
	const notes = readNotes(root, tag);
	if (notes === null) {
		hindrances.push(`CHANGELOG.md has no section "## [${version}] - <date>" with text.`);
	} else if (notes.length > NOTES_LIMIT) {
		hindrances.push(
			`The section of CHANGELOG.md has ${notes.length} characters with its links, and GitHub takes ${NOTES_LIMIT}: shorten it.`,
		);
	}
	return hindrances;
}

/** Returns where a version stands, and which. */
export function versionsOf(root: string): { file: string; version: string }[] {
	const manifests = PACKAGES.map((folder) => {
		const file = path.posix.join(folder, 'package.json');
		return { file, version: (readJson(root, file) as { version: string }).version };
	});
	const { packages } = readJson(root, 'package-lock.json') as Lock;
	const locked = PACKAGES.map((folder) => {
		const name = folder === '.' ? '' : folder;
		return { file: `package-lock.json (${folder})`, version: packages[name]?.version ?? 'none' };
	});
	return [...manifests, ...locked];
}

/** Writes a version into every file that has it. */
export function setVersion(root: string, version: string): void {
	for (const folder of PACKAGES) {
		const file = path.join(folder, 'package.json');
		writeJson(root, file, { ...(readJson(root, file) as object), version });
	}
	const lock = readJson(root, 'package-lock.json') as Lock;
	lock.version = version;
	for (const folder of PACKAGES) {
		const entry = lock.packages[folder === '.' ? '' : folder];
		if (entry !== undefined) entry.version = version;
	}
	writeJson(root, 'package-lock.json', lock);
}

/**
 * Returns the section of a tag's version in the changelog, without its heading, for a page outside of the repository: its
 * links lead to the files of the tag. Null: there is no section, or it is empty.
 */
export function readNotes(root: string, tag: string): string | null {
	const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
	const sections = changelog.split(/^(?=## )/m);
	const section = sections.find((text) => text.startsWith(`## [${tag.replace(/^v/, '')}]`));
	const notes = section?.replace(/^.*\n/, '').trim();
	if (notes === undefined || notes === '') return null;
	const repository = readManifest(root).repository.url.replace(/^git\+|\.git$/g, '');
	return notes.replace(RELATIVE_LINK, `](${repository}/blob/${tag}/`);
}

/** The two images: the second one links WhatsApp by QR code. */
export type ImageTarget = 'gateway' | 'whatsapp';

/**
 * Returns the tags of an image of a version: the version itself; for a stable version, also the tags of the newest one.
 */
export function imageTags(version: string, target: ImageTarget): string[] {
	const suffix = target === 'whatsapp' ? '-whatsapp' : '';
	if (isPrerelease(version)) return [`${version}${suffix}`, `next${suffix}`];
	const [major, minor] = version.split('.');
	const newest = target === 'whatsapp' ? 'whatsapp' : 'latest';
	return [`${version}${suffix}`, `${major}.${minor}${suffix}`, newest];
}

/** A version like 1.2.0-beta.1 is a prerelease. */
export function isPrerelease(version: string): boolean {
	return version.includes('-');
}

interface Lock {
	version: string;
	packages: Record<string, { version?: string }>;
}

function readJson(root: string, file: string): unknown {
	return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

function writeJson(root: string, file: string, content: object): void {
	const indent = /^\{\n(\s+)/.exec(readFileSync(path.join(root, file), 'utf8'))?.[1] ?? '\t';
	writeFileSync(path.join(root, file), `${JSON.stringify(content, null, indent)}\n`);
}
