import { globSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureN8n } from '../../playground/src/n8n/install.ts';
import { ROOT } from '../manifest.ts';
import { copyPackable } from '../test/packable-copy.ts';
import {
	activateEchoBot,
	offeredTypes,
	startInstalledN8n,
	writeAndReadReply,
	type InstalledN8n,
} from './installed-n8n.ts';
import { nodeOfVersion, npmWith } from './node-versions.ts';

/** The oldest and the newest Node.js of n8n's versions. */
const NODES = [20, 24];
/** Another n8n than that of the playground: a folder with n8n in its node_modules. */
const INSTALLATION = process.env.N8N_INSTALLATION;
const MEGABYTE = 1024 * 1024;

let folder: string;
let tarball: string;

beforeAll(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), 'install-'));
	await copyPackable(ROOT, folder);
	await npmWith(process.execPath, ['pack'], folder);
	const [file = ''] = globSync('*.tgz', { cwd: folder });
	tarball = path.join(folder, file);
});

afterAll(async () => {
	await rm(folder, { recursive: true, force: true });
});

/** The folder of community nodes in which npm has run with a Node.js. */
const nodesFolder = (major: number) => path.join(folder, `node-${major}`, '.n8n', 'nodes');

describe.each(NODES)('npm install with Node.js %i, as the README says', (major) => {
	beforeAll(async () => {
		const node = await nodeOfVersion(major);
		await mkdir(nodesFolder(major), { recursive: true });
		const options = ['--prefix', nodesFolder(major), '--omit=peer', '--ignore-scripts'];
		await npmWith(node, ['install', ...options, tarball], folder);
	});

	it('installs this package alone, of less than two megabytes', () => {
		const packages = globSync('node_modules/{*,@*/*}/package.json', { cwd: nodesFolder(major) });
		expect(packages).toEqual(['node_modules/n8n-nodes-messaging-gateway/package.json']);
		const files = globSync('node_modules/**', { cwd: nodesFolder(major), withFileTypes: true });
		const bytes = files
			.filter((file) => file.isFile())
			.map((file) => statSync(path.join(file.parentPath, file.name)).size)
			.reduce((sum, size) => sum + size, 0);
		expect(bytes).toBeLessThan(2 * MEGABYTE);
	});
});

describe('n8n with the installed package', () => {
	let n8n: InstalledN8n;
	let stop: (() => Promise<void>) | undefined;

	beforeAll(async () => {
		if (INSTALLATION === undefined) await ensureN8n(path.join(folder, 'install.log'));
		n8n = await startInstalledN8n(path.join(folder, 'data'), nodesFolder(20), INSTALLATION);
		stop = n8n.stop;
	}, 15 * 60_000);

	afterAll(async () => {
		await stop?.();
	});

	it('offers both nodes and the credential', async () => {
		const prefix = 'n8n-nodes-messaging-gateway.';
		const nodes = await offeredTypes(n8n.session, 'nodes');
		expect(nodes).toEqual(
			expect.arrayContaining([`${prefix}messagingGateway`, `${prefix}messagingGatewayTrigger`]),
		);
		expect(await offeredTypes(n8n.session, 'credentials')).toContain('messagingGatewayApi');
	});

	it('runs the echo bot', async () => {
		await activateEchoBot(n8n);

		expect(await writeAndReadReply(n8n, 'Is anybody there?')).toContain('Is anybody there?');
	});
});
