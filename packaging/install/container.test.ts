// n8n in a container with the folder of installed community nodes mounted, as the README says. `npm run test:container`
// uses docker and n8n's own image; these variables change that:
//
//   CONTAINER_ENGINE   the command, such as `podman --root /var/tmp/store`
//   N8N_IMAGE          another image
//   CONTAINER_OPTIONS  further options of `run`, such as `-v /srv/n8n:/n8n:ro`
//   N8N_COMMAND        the command in the container, where the image has none
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount } from '../../playground/src/account.ts';
import { connectPhone } from '../../playground/src/gateway/phone.ts';
import { startGateway } from '../../playground/src/gateway/service.ts';
import { dataLayout } from '../../playground/src/layout.ts';
import { openSession } from '../../playground/src/n8n/client.ts';
import { pinnedN8nVersion } from '../../playground/src/n8n/version.ts';
import { findFreePort } from '../../playground/src/process/ports.ts';
import { until } from '../../playground/src/process/until.ts';
import { ROOT } from '../manifest.ts';
import { copyPackable } from '../test/packable-copy.ts';
import { activateEchoBot, offeredTypes, writeAndReadReply, type InstalledN8n } from './installed-n8n.ts';
import { npmWith } from './node-versions.ts';

const {
	CONTAINER_ENGINE = 'docker',
	N8N_IMAGE = `docker.n8n.io/n8nio/n8n:${pinnedN8nVersion()}`,
	CONTAINER_OPTIONS = '',
	N8N_COMMAND = '',
} = process.env;
const NAME = `messaging-gateway-install-${process.pid}`;
const [engine = '', ...engineOptions] = CONTAINER_ENGINE.split(' ');

let folder: string;
let container: ChildProcess;
let output = '';
let n8n: InstalledN8n;
let stopGateway: (() => Promise<void>) | undefined;

beforeAll(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), 'container-'));
	const nodes = path.join(folder, 'n8n-nodes');
	await mkdir(nodes);
	await copyPackable(ROOT, folder);
	await npmWith(process.execPath, ['pack'], folder);
	const [tarball = ''] = globSync('*.tgz', { cwd: folder });
	const options = ['--prefix', nodes, '--omit=peer', '--ignore-scripts'];
	await npmWith(process.execPath, ['install', ...options, path.join(folder, tarball)], folder);

	const data = dataLayout(path.join(folder, 'data'));
	const account = await openAccount(data.account);
	const logFile = path.join(data.logs, 'gateway.log');
	const port = await findFreePort();
	const started = startGateway({ port, dataDir: data.gateway, apiKey: account.apiKey, logFile });
	stopGateway = () => started.service.stop();
	const gateway = await started.ready;
	const url = await startContainer(nodes);
	n8n = {
		session: await openSession(url, account),
		gateway,
		instanceId: await connectPhone(gateway),
		stop: stopGateway,
	};
}, 10 * 60_000);

afterAll(async () => {
	const isRunning = container.exitCode === null;
	await promisify(execFile)(engine, [...engineOptions, 'rm', '--force', NAME]).catch(() => undefined);
	if (isRunning) await once(container, 'exit');
	await stopGateway?.();
	await rm(folder, { recursive: true, force: true });
});

/** Starts n8n in a container on the network of this machine; resolves with its address when it responds. */
async function startContainer(nodes: string): Promise<string> {
	const [port, broker] = [await findFreePort(), await findFreePort()];
	const url = `http://127.0.0.1:${port}`;
	const environment = {
		N8N_PORT: port,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_WEBHOOK_URL: `${url}/`,
		N8N_RUNNERS_BROKER_PORT: broker,
		N8N_SECURE_COOKIE: false,
		N8N_DIAGNOSTICS_ENABLED: false,
		N8N_UNVERIFIED_PACKAGES_ENABLED: true,
	};
	const variables = Object.entries(environment).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
	container = spawn(engine, [
		...engineOptions,
		...['run', '--rm', '--name', NAME, '--network', 'host', '-v', `${nodes}:/home/node/.n8n/nodes`],
		...variables,
		...CONTAINER_OPTIONS.split(' ').filter(Boolean),
		N8N_IMAGE,
		...N8N_COMMAND.split(' ').filter(Boolean),
	]);
	for (const stream of [container.stdout, container.stderr]) {
		stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	}
	try {
		await until({ what: 'n8n in the container to respond', seconds: 300, everyMs: 1000 }, async () => {
			if (container.exitCode !== null) return false;
			const answers = await Promise.all(
				['/healthz/readiness', '/rest/settings'].map((at) => fetch(url + at)),
			);
			return answers.every(({ ok }) => ok) ? true : undefined;
		});
		if (container.exitCode !== null) throw new Error(`The container ended with ${container.exitCode}.`);
	} catch (error) {
		throw new Error(`n8n does not run in the container:\n${output.slice(-2000)}`, { cause: error });
	}
	return url;
}

describe('n8n in a container with the mounted folder', () => {
	it('offers both nodes and the credential', async () => {
		expect(await offeredTypes(n8n.session, 'nodes')).toEqual(
			expect.arrayContaining([
				'n8n-nodes-messaging-gateway.messagingGateway',
				'n8n-nodes-messaging-gateway.messagingGatewayTrigger',
			]),
		);
		expect(await offeredTypes(n8n.session, 'credentials')).toContain('messagingGatewayApi');
	});

	it('runs the echo bot', async () => {
		await activateEchoBot(n8n);

		expect(await writeAndReadReply(n8n, 'Is anybody there?')).toContain('Is anybody there?');
	});
});
