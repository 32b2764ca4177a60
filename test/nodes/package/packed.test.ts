import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { copyPackable } from '../../../packaging/test/packable-copy.ts';
import { ROOT } from '../support/root.ts';

const run = promisify(execFile);

/** The source files that n8n's scan reads in the repository. */
const SOURCES = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];
/** The files that n8n's scan reads in the published package. */
const COMPILED = ['**/*.js', 'package.json'];

let folder: string;
let unpacked: string;

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'packed-'));
	// While npm packs a folder, the README of the package is in the place of the other one.
	await copyPackable(ROOT, folder);
	await run('npm', ['pack'], { cwd: folder });
	const [filename = ''] = listFiles(folder, '*.tgz');
	await run('tar', ['-xzf', filename], { cwd: folder });
	unpacked = path.join(folder, 'package');
});

afterAll(async () => {
	await rm(folder, { recursive: true, force: true });
});

interface Scan {
	files: number;
	findings: string[];
}

/** Runs the rules of n8n's scan in another process, because jest cannot load their modules here. */
async function scan(inFolder: string, patterns: string[]): Promise<Scan> {
	const { stdout } = await run(process.execPath, ['test/scan/scan.ts', inFolder, ...patterns], {
		cwd: ROOT,
		// With NODE_ENV=test, some rules use another file name for their own tests.
		env: { ...process.env, NODE_ENV: 'production' },
	});
	return JSON.parse(stdout) as Scan;
}

function listFiles(inFolder: string, ...patterns: string[]): string[] {
	return globSync(patterns, { cwd: inFolder, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(inFolder, path.join(entry.parentPath, entry.name)))
		.sort();
}

describe('the packed package', () => {
	it('contains the build of each source file, the bill of materials and the files that npm always adds, nothing else', () => {
		const code = listFiles(ROOT, '{nodes,credentials}/**/*.ts').map((file) => file.replace(/\.ts$/, '.js'));
		const data = listFiles(ROOT, 'nodes/**/*.json', 'icons/*.svg');
		const samples = data.map((file) =>
			file.replace('MessagingGateway/__schema__/v1.', 'MessagingGateway/__schema__/v2.'),
		);
		const built = [...new Set([...code, ...data, ...samples, 'sbom.cdx.json'])].map((file) =>
			path.join('dist', file),
		);

		expect(listFiles(unpacked, '**')).toEqual([...built, 'LICENSE', 'README.md', 'package.json'].sort());
	});

	it('has the README of the package, not that of the repository', async () => {
		const readme = await readFile(path.join(unpacked, 'README.md'), 'utf8');

		expect(readme).toBe(await readFile(path.join(ROOT, 'docs', 'package', 'README.md'), 'utf8'));
	});

	it('has no runtime dependency besides n8n-workflow', async () => {
		const manifest = JSON.parse(await readFile(path.join(unpacked, 'package.json'), 'utf8')) as object;

		expect(manifest).not.toHaveProperty('dependencies');
		expect(manifest).not.toHaveProperty('optionalDependencies');
		expect(manifest).not.toHaveProperty('bundleDependencies');
		expect(manifest).toMatchObject({ peerDependencies: { 'n8n-workflow': '*' } });
	});
});

describe("the rules of n8n's scan of community packages", () => {
	it('report nothing in the packed package', async () => {
		const { files, findings } = await scan(unpacked, COMPILED);

		expect(findings).toEqual([]);
		expect(files).toBe(listFiles(unpacked, ...COMPILED).length);
	});

	it('report nothing in the sources', async () => {
		const { files, findings } = await scan(ROOT, SOURCES);

		expect(findings).toEqual([]);
		expect(files).toBe(listFiles(ROOT, ...SOURCES).length);
	});

	it('report forbidden code, even when a comment disables the rule', async () => {
		const bad = path.join(folder, 'bad');
		await mkdir(path.join(bad, 'nodes'), { recursive: true });
		await writeFile(path.join(bad, 'package.json'), '{"name":"bad","dependencies":{"axios":"1.0.0"}}');
		await writeFile(
			path.join(bad, 'nodes', 'Bad.node.ts'),
			'/* eslint-disable */\nimport { readFile } from "node:fs";\nexport const key = process.env.KEY;\n',
		);

		const { findings } = await scan(bad, SOURCES);

		for (const rule of ['no-runtime-dependencies', 'no-restricted-imports', 'no-restricted-globals']) {
			expect(findings).toContainEqual(expect.stringContaining(`@n8n/community-nodes/${rule}`));
		}
	});
});
