import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The packages of a release, by their folders; they share one version. */
export const PACKAGES = ['.', 'gateway', 'scenarios'];

/** Returns the sentences that say why a repository must not be released as a tag; none: it may be. */
export function findHindrances(root: string, tag: string): string[] {
	const version = tag.replace(/^v/, '');
	const others = versionsOf(root).filter((one) => one.version !== version);
	const hindrances = others.map(
		(one) => `${one.file} has the version ${one.version}, but the tag is ${tag}.`,
	);
	if (notesOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version) === null) {
		hindrances.push(`CHANGELOG.md has no section "## [${version}] - <date>" with text.`);
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

/** Returns the section of a version in a changelog, without its heading; null: there is none, or it is empty. */
export function notesOf(changelog: string, version: string): string | null {
	const sections = changelog.split(/^(?=## )/m);
	const section = sections.find((text) => text.startsWith(`## [${version}]`));
	const notes = section?.replace(/^.*\n/, '').trim();
	return notes === undefined || notes === '' ? null : notes;
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
