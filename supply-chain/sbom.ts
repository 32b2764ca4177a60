import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lockedPackages, nameOf, readJson, type LockedPackage, type LockedPackages } from './lock-file.ts';
import { GATEWAY, productionPackages, type ProductionPackage } from './production.ts';

const FILE = 'sbom.cdx.json';

interface Manifest {
	name: string;
	version: string;
	license: string;
}

/** A component of a CycloneDX document. */
interface Component {
	type: 'application' | 'library';
	'bom-ref': string;
	name: string;
	version: string;
	scope?: 'required' | 'optional';
	hashes?: { alg: string; content: string }[];
	licenses: ({ license: { id: string } } | { expression: string })[];
	purl: string;
}

/** A software bill of materials: CycloneDX 1.6, without time and serial number, so that a build can be repeated. */
export interface Sbom {
	bomFormat: 'CycloneDX';
	specVersion: '1.6';
	version: 1;
	metadata: { lifecycles: { phase: 'build' }[]; component: Component };
	components: Component[];
	dependencies: { ref: string; dependsOn: string[] }[];
}

/** Returns the bill of materials of the gateway and its page, by the lock file. */
export function gatewaySbom(packages: LockedPackages): Sbom {
	const production = productionPackages(packages);
	const refOf = (folder: string): string => refOfPackage(folder, packages[folder] ?? {});
	const components = new Map<string, Component>();
	const dependsOn = new Map<string, Set<string>>();
	for (const found of production.values()) {
		const ref = refOf(found.folder);
		const known = components.get(ref);
		// A package may be installed in several folders; it is required where one of them is.
		if (known?.scope !== 'required') components.set(ref, componentOf(found, packages[found.folder] ?? {}));
		const targets = dependsOn.get(ref) ?? new Set();
		for (const folder of found.dependencies) targets.add(refOf(folder));
		dependsOn.set(ref, targets);
	}
	components.delete(refOf(GATEWAY));
	return {
		...documentOf(readJson(GATEWAY, 'package.json') as Manifest, 'application'),
		components: [...components.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
		dependencies: [...dependsOn].map(([ref, targets]) => ({ ref, dependsOn: [...targets].sort() })),
	};
}

/** Returns the bill of materials of the n8n package, which depends on n8n alone. */
export function nodesSbom(): Sbom {
	return documentOf(readJson('package.json') as Manifest, 'library');
}

function documentOf({ name, version, license }: Manifest, type: Component['type']): Sbom {
	const ref = `${name}@${version}`;
	const component = {
		type,
		'bom-ref': ref,
		name,
		version,
		licenses: licensesOf(license),
		purl: purlOf(name, version),
	};
	return {
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		version: 1,
		metadata: { lifecycles: [{ phase: 'build' }], component },
		components: [],
		dependencies: [{ ref, dependsOn: [] }],
	};
}

function componentOf({ folder, isOptional }: ProductionPackage, locked: LockedPackage): Component {
	const name = nameOf(folder, locked);
	const { version = '', license = 'NOASSERTION', integrity } = locked;
	return {
		type: 'library',
		'bom-ref': refOfPackage(folder, locked),
		name,
		version,
		scope: isOptional ? 'optional' : 'required',
		...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
		licenses: licensesOf(license),
		purl: purlOf(name, version),
	};
}

function refOfPackage(folder: string, locked: LockedPackage): string {
	return `${nameOf(folder, locked)}@${locked.version ?? ''}`;
}

/** The package URL; the @ of a scope is encoded. */
function purlOf(name: string, version: string): string {
	return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

function licensesOf(license: string): Component['licenses'] {
	return /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

/** Turns `sha512-<base64>` into a hash of CycloneDX. */
function hashOf(integrity: string): { alg: string; content: string } {
	const [algorithm = '', digest = ''] = integrity.split('-');
	return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
}

function write(folder: string, sbom: Sbom): void {
	mkdirSync(folder, { recursive: true });
	writeFileSync(path.join(folder, FILE), `${JSON.stringify(sbom, null, '\t')}\n`);
}

// `node supply-chain/sbom.ts gateway` or `nodes`: writes the document beside the code that the build has compiled.
if (import.meta.main) {
	const root = path.join(import.meta.dirname, '..');
	if (process.argv[2] === 'nodes') write(path.join(root, 'dist'), nodesSbom());
	else write(path.join(root, GATEWAY, 'dist'), gatewaySbom(lockedPackages('.')));
}
