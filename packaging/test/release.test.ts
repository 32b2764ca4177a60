import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT } from '../manifest.ts';
import {
	findHindrances,
	imageTags,
	PACKAGES,
	readNotes,
	setVersion,
	versionsOf,
} from '../release/release.ts';

const run = promisify(execFile);

interface Workflow {
	jobs: Record<string, { needs?: string | string[]; steps: { run?: string; uses?: string }[] }>;
}

const workflow = async (): Promise<Workflow> =>
	parse(await readFile(path.join(ROOT, '.github/workflows/publish.yml'), 'utf8')) as Workflow;

describe('a release', () => {
	let folder: string;
	const write = (text: string): Promise<void> => writeFile(path.join(folder, 'CHANGELOG.md'), text);

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'release-'));
		await cp(path.join(ROOT, 'package-lock.json'), path.join(folder, 'package-lock.json'));
		for (const one of PACKAGES) {
			await mkdir(path.join(folder, one), { recursive: true });
			await cp(path.join(ROOT, one, 'package.json'), path.join(folder, one, 'package.json'));
		}
	});
	afterEach(() => rm(folder, { recursive: true, force: true }));

	it('has one version in all packages, and a section of the changelog', async () => {
		setVersion(folder, '1.2.3');
		await write('# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2027-01-02\n\n### Added\n\n- Much.\n');
		expect(new Set(versionsOf(folder).map(({ version }) => version))).toEqual(new Set(['1.2.3']));
		expect(findHindrances(folder, 'v1.2.3')).toEqual([]);
	});

	it('is refused for another version, or without a section', async () => {
		await write('# Changelog\n\n## [Unreleased]\n\n- Much.\n');
		expect(findHindrances(folder, 'v9.9.9')).toEqual([
			...versionsOf(folder).map(
				({ file, version }) => `${file} has the version ${version}, but the tag is v9.9.9.`,
			),
			'CHANGELOG.md has no section "## [9.9.9] - <date>" with text.',
		]);
	});

	it('is refused with notes that GitHub does not take', async () => {
		setVersion(folder, '1.2.3');
		await write(`## [1.2.3] - 2027-01-02\n\n- ${'much '.repeat(25_000)}\n`);
		expect(findHindrances(folder, 'v1.2.3')).toEqual([
			expect.stringMatching(/^The section of CHANGELOG\.md has 125\d\d\d characters .* shorten it\.$/),
		]);
	});

	it('has the section of its version as notes, with links that lead from any page', async () => {
		await write(
			'## [2.0.0] - 2027-02-01\n\n### Added\n\n- [B](docs/b.md#part), [C](https://example.com/c).\n\n## [1.0.0] - 2027-01-01\n\n- A.\n',
		);
		const files = 'https://github.com/messaging-gateway/n8n-nodes-messaging-gateway/blob/v2.0.0';
		expect(readNotes(folder, 'v2.0.0')).toBe(
			`### Added\n\n- [B](${files}/docs/b.md#part), [C](https://example.com/c).`,
		);
		expect(readNotes(folder, 'v1.0.0')).toBe('- A.');
		expect(readNotes(folder, 'v1.0')).toBeNull();
	});

	it('changes only the version of a file', async () => {
		const before = await readFile(path.join(folder, 'gateway/package.json'), 'utf8');
		setVersion(folder, '1.2.3');
		const after = await readFile(path.join(folder, 'gateway/package.json'), 'utf8');
		expect(after).toBe(before.replace(/"version": "[^"]*"/, '"version": "1.2.3"'));
	});
});

describe('the tags of an image', () => {
	it('name the version, and the newest one for everybody', () => {
		expect(imageTags('1.2.3', 'gateway')).toEqual(['1.2.3', '1.2', 'latest']);
		expect(imageTags('1.2.3', 'whatsapp')).toEqual(['1.2.3-whatsapp', '1.2-whatsapp', 'whatsapp']);
	});

	it('of a version to try are not the newest', () => {
		expect(imageTags('2.0.0-beta.1', 'gateway')).toEqual(['2.0.0-beta.1', 'next']);
	});
});

describe('publish.yml', () => {
	it('pins every action by its hash', async () => {
		const steps = Object.values((await workflow()).jobs).flatMap((job) => job.steps);
		const used = steps.map(({ uses }) => uses).filter((uses) => uses !== undefined);
		expect(used.filter((uses) => !/@[0-9a-f]{40}$/.test(uses))).toEqual([]);
	});

	it('publishes nothing before the checks, and makes the release last', async () => {
		const { jobs } = await workflow();
		for (const name of ['nodes', 'gateway', 'images']) expect(jobs[name]?.needs).toBe('check');
		expect(jobs.release?.needs).toEqual(['nodes', 'gateway', 'images']);
	});

	it('has scripts that a shell can read', async () => {
		const scripts = Object.values((await workflow()).jobs).flatMap((job) =>
			job.steps.map((step) => step.run).filter((script) => script !== undefined),
		);
		for (const script of scripts) await run('bash', ['-n', '-c', script]);
		expect(scripts.length).toBeGreaterThan(8);
	});

	it('builds the targets that the Containerfile has', async () => {
		const containerfile = await readFile(path.join(ROOT, 'deploy/Containerfile'), 'utf8');
		for (const target of ['gateway', 'whatsapp'])
			expect(containerfile).toMatch(new RegExp(` AS ${target}$`, 'm'));
	});
});
