import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readManifest, ROOT } from '../manifest.ts';
import { copyPackable } from './packable-copy.ts';

const run = promisify(execFile);

/** The request of npm to a registry. */
interface Publication {
	versions: Record<string, { readme: string }>;
	_attachments: Record<string, { data: string }>;
}

let folder: string;
let registry: Server;
let publications: Publication[];
let status: number;
let texts: { repository: string; package: string };

beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'publish-'));
	await copyPackable(ROOT, folder);
	texts = { repository: await readmeOf(ROOT), package: await readmeOf(path.join(ROOT, 'docs', 'package')) };
	publications = [];
	status = 201;
	registry = createServer((request, response) => {
		void buffer(request).then((body) => {
			if (request.method === 'PUT') publications.push(JSON.parse(body.toString()) as Publication);
			response.writeHead(request.method === 'PUT' ? status : 404, { 'content-type': 'application/json' });
			response.end('{}');
		});
	});
	registry.listen(0, '127.0.0.1');
	await once(registry, 'listening');
	const address = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
	await writeFile(path.join(folder, '.npmrc'), `registry=http://${address}\n//${address}/:_authToken=test\n`);
});

afterEach(async () => {
	registry.close();
	await rm(folder, { recursive: true, force: true });
});

async function readmeOf(inFolder: string): Promise<string> {
	return await readFile(path.join(inFolder, 'README.md'), 'utf8');
}

/** Runs npm in the copy, as a step of `n8n-node release`. Rejects with its output when it fails. */
async function npm(...args: string[]): Promise<string> {
	const env = { ...process.env, RELEASE_MODE: 'true', npm_config_provenance: 'false' };
	return (await run('npm', args, { cwd: folder, env })).stdout;
}

/** Enters a publisher into package.json of the copy, and in gateway/package.json too if it is to be complete. */
async function enterPublisher(files: string[]): Promise<void> {
	for (const file of files) {
		const manifest = readManifest(path.join(folder, path.dirname(file)));
		const slug = 'acme/n8n-nodes-messaging-gateway';
		manifest.author.email = 'nodes@acme.dev';
		manifest.homepage = `https://github.com/${slug}#readme`;
		manifest.repository.url = `git+https://github.com/${slug}.git`;
		await writeFile(path.join(folder, file), JSON.stringify(manifest));
	}
}

describe('npm publish', () => {
	it('sends the README of the package, in the tarball and for the page at npm', async () => {
		await enterPublisher(['package.json', 'gateway/package.json']);

		await npm('publish');

		const [publication] = publications;
		expect(Object.values(publication?.versions ?? {})[0]?.readme).toBe(texts.package);
		const tarball = Buffer.from(Object.values(publication?._attachments ?? {})[0]?.data ?? '', 'base64');
		await writeFile(path.join(folder, 'sent.tgz'), tarball);
		const { stdout } = await run('tar', ['-xzOf', 'sent.tgz', 'package/README.md'], { cwd: folder });
		expect(stdout).toBe(texts.package);
		expect(await readmeOf(folder)).toBe(texts.repository);
	});

	it('refuses while a placeholder is in package.json, and says what to enter', async () => {
		const refusal = npm('publish');

		await expect(refusal).rejects.toThrow('enter the owner of your repository on GitHub');
		await expect(refusal).rejects.toThrow('enter an address at which the maintainers read mail');
		expect(publications).toEqual([]);
	});

	it('refuses while other files name an earlier publisher', async () => {
		await enterPublisher(['package.json']);

		await expect(npm('publish')).rejects.toThrow('npm run publisher');
		expect(publications).toEqual([]);
	});

	it('refuses outside of a release, as n8n wants', async () => {
		await enterPublisher(['package.json', 'gateway/package.json']);
		const env = { ...process.env, RELEASE_MODE: '' };

		await expect(run('npm', ['publish'], { cwd: folder, env })).rejects.toMatchObject({
			stdout: expect.stringContaining('run release'),
		});
		expect(publications).toEqual([]);
	});

	it('keeps the README of the repository when the registry refuses', async () => {
		await enterPublisher(['package.json', 'gateway/package.json']);
		status = 403;

		await expect(npm('publish')).rejects.toThrow('403');

		await npm('pack', '--dry-run');
		expect(await readmeOf(folder)).toBe(texts.repository);
	});
});

describe('npm pack', () => {
	it('packs the right README and restores the other one after an interruption', async () => {
		await npm('run', 'prepack');
		expect(await readmeOf(folder)).toBe(texts.package);

		await npm('pack');

		const file = 'n8n-nodes-messaging-gateway-0.1.0.tgz';
		const { stdout } = await run('tar', ['-xzOf', file, 'package/README.md'], { cwd: folder });
		expect(stdout).toBe(texts.package);
		expect(await readmeOf(folder)).toBe(texts.repository);
	});

	it('keeps a README that was written during an interruption', async () => {
		await npm('run', 'prepack');
		await writeFile(path.join(folder, 'README.md'), '# Newer\n');

		await npm('pack', '--dry-run');

		expect(await readmeOf(folder)).toBe('# Newer\n');
	});

	it('refuses to pack a package without nodes', async () => {
		await rm(path.join(folder, 'dist'), { recursive: true });

		await expect(npm('pack')).rejects.toThrow('run `npm run build` first');
	});
});
