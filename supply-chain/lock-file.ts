import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folders with a lock file: the project, and the n8n of `npm start`. */
export const PROJECTS = ['.', 'playground'] as const;

const ROOT = path.join(import.meta.dirname, '..');
const PREFIX = 'node_modules/';

/** An entry of package-lock.json; its keys are the folders that the packages are installed in. */
export interface LockedPackage {
	name?: string;
	version?: string;
	license?: string;
	integrity?: string;
	resolved?: string;
	link?: boolean;
	dev?: boolean;
	optional?: boolean;
	hasInstallScript?: boolean;
	dependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export type LockedPackages = Record<string, LockedPackage>;

/** Reads a JSON file of the repository. */
export function readJson(...file: string[]): unknown {
	return JSON.parse(readFileSync(path.join(ROOT, ...file), 'utf8'));
}

/** Returns the packages of a project's lock file, workspaces included. */
export function lockedPackages(project: string): LockedPackages {
	return (readJson(project, 'package-lock.json') as { packages: LockedPackages }).packages;
}

/** Returns the folder of the dependency that a package loads, as Node finds it; undefined: it is not in the lock file. */
export function resolveDependency(
	packages: LockedPackages,
	from: string,
	dependency: string,
): string | undefined {
	for (let folder = from; ; folder = parentOf(folder)) {
		const candidate = `${folder === '' ? '' : `${folder}/`}${PREFIX}${dependency}`;
		const found = packages[candidate];
		if (found !== undefined) return found.link === true ? found.resolved : candidate;
		if (folder === '') return undefined;
	}
}

/** The next folder in which Node looks for node_modules. */
function parentOf(folder: string): string {
	const nested = folder.lastIndexOf(`/${PREFIX}`);
	return nested === -1 ? '' : folder.slice(0, nested);
}

/** Returns the name under which a package is published; an alias is installed under another one. */
export function nameOf(folder: string, { name }: LockedPackage): string {
	return name ?? folder.slice(folder.lastIndexOf(PREFIX) + PREFIX.length);
}
