// deploy/compose.yaml with real containers: the gateway, and the playground's n8n in a stand-in for n8n's image. In the
// order of an operator's life: an older version, its upgrade, a restart, and a restored backup.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callGateway } from '../../playground/src/gateway/client.ts';
import { connectPhone } from '../../playground/src/gateway/phone.ts';
import { ROOT } from '../../playground/src/layout.ts';
import { callN8n, openSession, type N8nSession } from '../../playground/src/n8n/client.ts';
import type { Credential } from '../../playground/src/n8n/credential.ts';
import { activate, type Workflow } from '../../playground/src/n8n/example-workflows.ts';
import { ensureN8n } from '../../playground/src/n8n/install.ts';
import { waitForInterface } from '../../playground/src/n8n/service.ts';
import { until } from '../../playground/src/process/until.ts';
import { waitForWebhooks } from '../../playground/src/readiness.ts';
import { startEngine, type Engine } from './containers/engine.ts';
import { buildGatewayImage, buildOlderImage, readOlder } from './containers/gateway-image.ts';
import { buildN8nImage, mountN8n } from './containers/n8n-image.ts';
import { prepareStack, type Stack } from './containers/stack.ts';
import { buildNodeImage } from './containers/stand-ins.ts';
import { whyNoContainers } from './containers/tools.ts';

/** The commit whose image is upgraded: the first one with all that its Containerfile copies. */
const OLDER = 'b11b5fc2';
const OWNER = { email: 'owner@example.com', password: 'Owner-of-this-test-1' };
const CUSTOMER = '491700000042';
const reason = whyNoContainers();

(reason === '' ? describe : describe.skip)(`the gateway and n8n by compose.yaml${reason}`, () => {
	let engine: Engine;
	let image: string;
	let older: string | null;
	let stack: Stack;
	let gateway: { url: string; apiKey: string };
	let instanceId: string;

	beforeAll(async () => {
		engine = await startEngine();
		await ensureN8n(path.join(engine.folder, 'n8n-installation.log'));
		await buildNodeImage(engine);
		image = await buildGatewayImage(engine, 'messaging-gateway');
		older = await buildOlderImage(engine, 'messaging-gateway:older', OLDER);
		stack = await prepareStack(engine, 'beside-n8n', {
			files: ['compose.yaml'],
			additions: mountN8n(['n8n', 'credential']),
			environment: { GATEWAY_IMAGE: older ?? image, N8N_IMAGE: await buildN8nImage(engine) },
		});
		await stack.compose('up', '--detach');
		const apiKey = await engine.podman('exec', stack.container('gateway'), 'cat', '/data/first-key.txt');
		gateway = { url: stack.gatewayUrl, apiKey };
	}, 20 * 60_000);
	afterAll(() => engine.close(), 180_000);

	/** A customer writes; resolves with the reply of the workflow in n8n. */
	async function writeAndReadReply(text: string): Promise<string> {
		const message = { from: CUSTOMER, contactName: 'Ada', content: text };
		await callGateway(gateway, 'POST', `/simulator/v1/instances/${instanceId}/messages`, message);
		return until({ what: `the reply to "${text}"`, seconds: 90 }, async () => {
			const sent = await outbound();
			return sent.find((content) => content.includes(text));
		});
	}

	async function outbound(): Promise<string[]> {
		const list = `/v1/messages?instanceId=${instanceId}&direction=outbound&limit=100`;
		const { data } = (await callGateway(gateway, 'GET', list)) as { data: { content: string }[] };
		return data.map(({ content }) => content);
	}

	async function signIn(): Promise<N8nSession> {
		return openSession(await waitForInterface(stack.n8nUrl), OWNER);
	}

	it('answers a message by a workflow, with the nodes and the credential that are there already', async () => {
		const session = await signIn();
		const credentials = (await callN8n(session, 'GET', '/rest/credentials')) as Credential[];
		const { id, name } = credentials.find((found) => found.name === 'Messaging Gateway') ?? {};
		expect(id).toBeDefined();

		instanceId = await connectPhone(gateway);
		const file = 'examples/echo-bot.json';
		const text = older === null ? readFileSync(path.join(ROOT, file), 'utf8') : await readOlder(OLDER, file);
		const example = JSON.parse(text) as { nodes: { type: string }[] };
		const workflow = (await callN8n(session, 'POST', '/rest/workflows', {
			...example,
			active: false,
			nodes: example.nodes.map((node) => ({
				...node,
				...(node.type.includes('messagingGateway') && { credentials: { messagingGatewayApi: { id, name } } }),
			})),
		})) as Workflow;
		await activate(session, workflow);
		await waitForWebhooks(gateway, session, [workflow]);

		expect(await writeAndReadReply('first')).toContain('first');
	});

	it('keeps messages, the linked phone and the workflow in an upgrade', async () => {
		stack.environment.GATEWAY_IMAGE = image;
		// Docker replaces the container that owns a shared network; podman must remove those that share it first.
		await engine.removeContainers();
		await stack.compose('up', '--detach');
		await signIn();

		expect(await outbound()).toContain('first');
		expect(await status()).toBe('connected');
		expect(await writeAndReadReply('after the upgrade')).toContain('after the upgrade');
	});

	it('continues after a restart of all, and after a crash of the gateway', async () => {
		await stack.compose('restart', '--timeout', '30');
		await signIn();
		expect(await writeAndReadReply('after the restart')).toContain('after the restart');

		await engine.podman('kill', '--signal', 'KILL', stack.container('gateway'));
		expect(await writeOnceReady('after the crash')).toContain('after the crash');
	});

	it('restores a backup into an empty volume', async () => {
		const file = path.join(engine.folder, 'gateway.backup');
		await stack.pipe({ output: file }, 'exec', '-T', 'gateway', 'messaging-gateway', 'backup', '-');
		expect(statSync(file).size).toBeGreaterThan(1000);

		await engine.removeContainers();
		await engine.podman('volume', 'rm', stack.volume('gateway'));
		await stack.pipe({ input: file }, 'run', '--rm', '--no-deps', '-T', 'gateway', 'restore', '-');
		await stack.compose('up', '--detach');
		await signIn();

		expect(await outbound()).toContain('after the crash');
		expect(await status()).toBe('connected');
		expect(await writeAndReadReply('after the restore')).toContain('after the restore');
	});

	async function status(): Promise<string> {
		return until({ what: 'the status of the instance', seconds: 30 }, async () => {
			const found = await callGateway(gateway, 'GET', `/v1/instances/${instanceId}/status`);
			const { status } = (found as { data: { status: string } }).data;
			return status === 'connecting' ? undefined : status;
		});
	}

	/** Docker restarts a container that ends; podman leaves that to compose, as after a reboot. */
	async function writeOnceReady(text: string): Promise<string> {
		await stack.compose('up', '--detach');
		await until({ what: 'the gateway', seconds: 60 }, async () =>
			(await fetch(`${gateway.url}/readyz`)).ok ? true : undefined,
		);
		return writeAndReadReply(text);
	}
});
