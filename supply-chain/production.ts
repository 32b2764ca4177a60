import { resolveDependency, type LockedPackages } from './lock-file.ts';

/** The workspace of the gateway. */
export const GATEWAY = 'gateway';

/** Development dependencies of the gateway whose code the build copies into its page. */
export const BUNDLED_IN_PAGE = [
	'@preact/signals',
	'@simplewebauthn/browser',
	'@tanstack/virtual-core',
	'preact',
] as const;

/** A package that runs in production. */
export interface ProductionPackage {
	folder: string;
	/** The gateway works without it. */
	isOptional: boolean;
	/** Folders of the packages that it loads. */
	dependencies: string[];
}

/**
 * Returns the packages that run in production, by their folder: what the gateway depends on, directly or not, and what
 * its page contains. The flag `dev` of the lock file is not enough, because the page is built of development
 * dependencies, and `npm sbom --omit dev` leaves out what the gateway and the tests both depend on.
 */
export function productionPackages(packages: LockedPackages): Map<string, ProductionPackage> {
	const found = new Map<string, ProductionPackage>();

	/** Adds a package and its dependencies; again where it was reached as an optional one only. */
	function add(folder: string, isOptional: boolean, bundled: readonly string[] = []): void {
		const known = found.get(folder);
		if (known !== undefined && (isOptional || !known.isOptional)) return;
		const { dependencies = {}, optionalDependencies = {}, ...entry } = packages[folder] ?? {};
		const links: string[] = [];
		found.set(folder, { folder, isOptional, dependencies: links });
		const follow = (name: string, optional: boolean): void => {
			const target = resolveDependency(packages, folder, name);
			if (target === undefined) return;
			links.push(target);
			add(target, isOptional || optional);
		};
		for (const name of [...Object.keys(dependencies), ...bundled]) follow(name, false);
		for (const name of Object.keys(optionalDependencies)) follow(name, true);
		for (const name of Object.keys(entry.peerDependencies ?? {})) {
			const isOptionalPeer = entry.peerDependenciesMeta?.[name]?.optional === true;
			// An operator adds those of the gateway; that of another package is there only where something depends on it.
			if (!isOptionalPeer || folder === GATEWAY) follow(name, isOptionalPeer);
		}
	}

	add(GATEWAY, false, BUNDLED_IN_PAGE);
	return found;
}
