import { describe, expect, it } from '@jest/globals';
import { INSTALL_SCRIPTS } from '../install-scripts.ts';
import { lockedPackages, nameOf, PROJECTS, readJson, resolveDependency } from '../lock-file.ts';
import { productionPackages } from '../production.ts';

interface Manifest {
	allowScripts: Record<string, boolean>;
	dependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

describe.each(PROJECTS)('the lock file of %s', (project) => {
	const packages = lockedPackages(project);
	const installed = Object.entries(packages).filter(([folder]) => folder.includes('node_modules/'));

	it('has every dependency of every package, for all platforms, as npm ci requires', () => {
		const missing: string[] = [];
		for (const [folder, locked] of Object.entries(packages)) {
			const names = { ...locked.dependencies, ...locked.devDependencies, ...locked.optionalDependencies };
			for (const name of Object.keys(names)) {
				if (resolveDependency(packages, folder, name) === undefined) missing.push(`${folder}: ${name}`);
			}
		}
		expect(missing).toEqual([]);
	});

	it.each(['', 'gateway', 'scenarios'].filter((folder) => folder in packages))(
		'names the dependencies of the package.json in "%s"',
		(folder) => {
			const manifest = readJson(project, folder, 'package.json') as Manifest;
			const locked = packages[folder];
			for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const) {
				expect(locked?.[kind] ?? {}).toEqual(manifest[kind] ?? {});
			}
		},
	);

	it('has a hash of every package, and the address of no registry', () => {
		const loose = installed.filter(
			([, { link, integrity, resolved }]) =>
				link !== true && (integrity?.startsWith('sha512-') !== true || resolved !== undefined),
		);
		expect(loose.map(([folder]) => folder)).toEqual([]);
	});

	it('contains install scripts only of packages about which was decided', () => {
		const decisions = INSTALL_SCRIPTS[project] ?? {};
		const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true);
		const undecided = scripted
			.map(([folder, locked]) => nameOf(folder, locked))
			.filter((name) => !(name in decisions));
		expect(undecided).toEqual([]);
		const names = new Set(installed.map(([folder, locked]) => nameOf(folder, locked)));
		expect(Object.keys(decisions).filter((name) => !names.has(name))).toEqual([]);
	});

	it('lets npm run the scripts that were allowed, and no others', () => {
		const { allowScripts } = readJson(project, 'package.json') as Manifest;
		const decided = Object.entries(INSTALL_SCRIPTS[project] ?? {}).map(([name, { runs }]) => [name, runs]);
		expect(allowScripts).toEqual(Object.fromEntries(decided));
	});
});

it('needs no install script in production', () => {
	const packages = lockedPackages('.');
	const names = [...productionPackages(packages).keys()].map((folder) =>
		nameOf(folder, packages[folder] ?? {}),
	);
	expect(names.filter((name) => INSTALL_SCRIPTS['.']?.[name]?.runs === true)).toEqual([]);
});
