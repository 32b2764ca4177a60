// `npm start` as a newcomer meets it: the script itself, with what it prints, its signals and its processes. The
// tests are one story: each begins where the one before has ended.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openAccount } from '../../playground/src/account.ts';
import { EXAMPLES } from '../../playground/src/example-workflows.ts';
import { callGateway, listWebhooks } from '../../playground/src/gateway-client.ts';
import type { Gateway } from '../../playground/src/gateway-service.ts';
import { dataLayout } from '../../playground/src/layout.ts';
import { callN8n, openSession, type N8nSession } from '../../playground/src/n8n-client.ts';
import { ensureN8n } from '../../playground/src/n8n-install.ts';
import { freePort, portProblem } from '../../playground/src/ports.ts';
import { until } from '../../playground/src/until.ts';
import { finishedExecution } from './support/executions.ts';
import { launch, processesOf, type Launch, type LaunchSettings } from './support/launcher.ts';
import { messageReaches } from './support/messages.ts';

const INSTALLING_N8N_MS = 15 * 60_000;
const SECOND_START_SECONDS = 60;

type Story = { settings: LaunchSettings; launched?: Launch; gateway: Gateway; session?: N8nSession };

describe('npm start', () => {
	const story: Story = {
		settings: { dataDir: '', gatewayPort: 0, n8nPort: 0 },
		gateway: { url: '', apiKey: '' },
	};
	const launched = (): Launch => {
		if (story.launched === undefined) throw new Error('Nothing was started.');
		return story.launched;
	};
	const session = (): N8nSession => {
		if (story.session === undefined) throw new Error('Nobody is logged in.');
		return story.session;
	};

	beforeAll(async () => {
		const dataDir = await mkdtemp(path.join(os.tmpdir(), 'launcher-e2e-'));
		story.settings = { dataDir, gatewayPort: await freePort(), n8nPort: await freePort() };
		await ensureN8n(path.join(dataLayout(dataDir).logs, 'install.log'));
	}, INSTALLING_N8N_MS);
	afterAll(async () => {
		story.launched?.signal('SIGTERM');
		await story.launched?.ended;
		await rm(story.settings.dataDir, { recursive: true, force: true });
	});

	test('says which port is taken, and how to choose another', async () => {
		const { gatewayPort } = story.settings;
		const squatter = net.createServer().listen(gatewayPort, '127.0.0.1');
		await once(squatter, 'listening');
		const start = launch(story.settings);
		expect(await start.ended).toBe(1);
		expect(start.output().trim()).toBe(
			`Port ${gatewayPort}, meant for the gateway, is taken by another program: ` +
				`free it, or choose another with \`GATEWAY_PORT=${gatewayPort + 1} npm start\`.`,
		);
		squatter.close();
		await once(squatter, 'close');
	});

	test('says which flags there are when it is given another', async () => {
		const start = launch(story.settings, ['--gatewayonly']);
		expect(await start.ended).toBe(1);
		expect(start.output()).toContain('the only flags are --gateway-only and --help');
	});

	test('gets from nothing to the printed command, and from there to a reply that is read', async () => {
		story.launched = launch(story.settings);
		const command = await launched().ready();
		const { stdout } = await promisify(execFile)('bash', ['-c', `${command} --silent`]);
		const { data } = JSON.parse(stdout) as { data: { messageId: string } };

		const { account: file } = dataLayout(story.settings.dataDir);
		expect((await stat(file)).mode & 0o777).toBe(0o600);
		const account = await openAccount(file);
		expect(launched().output()).toContain(account.password);
		const { gatewayPort, n8nPort } = story.settings;
		story.gateway = { url: `http://127.0.0.1:${gatewayPort}`, apiKey: account.apiKey };
		story.session = await openSession(`http://127.0.0.1:${n8nPort}`, account);

		const execution = await finishedExecution(
			session(),
			{ ...EXAMPLES[0], name: 'Echo bot' },
			({ output }) => output['When a message arrives']?.messageId === data.messageId,
		);
		await messageReaches(story.gateway, String(execution.output['Send it back']?.messageId), 'read');
	});

	test('stops everything on Ctrl-C', async () => {
		await renameEchoBot(session());
		await loseWebhook(story.gateway);
		launched().signal('SIGINT');
		expect(await launched().ended).toBe(0);
		expect(launched().output()).toMatch(/Stopped\.\n$/);
		await expectNothingLeft(story.settings);
	});

	test('is quick the second time: it duplicates nothing, keeps edits, and repairs what is lost', async () => {
		const begun = Date.now();
		story.launched = launch(story.settings);
		await launched().ready();
		expect((Date.now() - begun) / 1000).toBeLessThan(SECOND_START_SECONDS);

		const workflows = (await callN8n(session(), 'GET', '/rest/workflows')) as { name: string }[];
		expect(workflows.map(({ name }) => name).toSorted()).toEqual(['My echo bot', 'Notify on delivery']);
		expect(await callN8n(session(), 'GET', '/rest/credentials')).toHaveLength(1);
		expect(await callGateway(story.gateway, 'GET', '/v1/instances')).toMatchObject({
			data: [{ name: 'Playground phone', status: 'connected' }],
		});
		expect(await listWebhooks(story.gateway)).toHaveLength(EXAMPLES.length);
	});

	test('stops the rest when a part of it crashes, and says which', async () => {
		const processes = await processesOf(story.settings.dataDir);
		const crashing = processes.find(({ command }) => command.includes('gateway/src/main.ts'));
		if (crashing === undefined) throw new Error('The gateway does not run.');
		process.kill(crashing.pid, 'SIGKILL');
		expect(await launched().ended).toBe(1);
		expect(launched().output()).toContain('The gateway ended by itself (signal SIGKILL). The end of ');
		await expectNothingLeft(story.settings);
	});

	test('leaves n8n out with --gateway-only', async () => {
		story.launched = launch(story.settings, ['--gateway-only']);
		const command = await launched().ready();
		const { stdout } = await promisify(execFile)('bash', ['-c', `${command} --silent`]);
		expect(JSON.parse(stdout)).toMatchObject({ success: true });
		expect(await portProblem(story.settings.n8nPort)).toBeUndefined();
	});

	test('leaves nothing running even when it is killed outright', async () => {
		launched().signal('SIGKILL');
		await launched().ended;
		await until({ what: 'the gateway to end by itself', seconds: 10, everyMs: 100 }, async () => {
			const processes = await processesOf(story.settings.dataDir);
			return processes.length === 0 ? true : undefined;
		});
	});
});

async function renameEchoBot(session: N8nSession): Promise<void> {
	await callN8n(session, 'PATCH', `/rest/workflows/${EXAMPLES[0].id}`, { name: 'My echo bot' });
}

async function loseWebhook(gateway: Gateway): Promise<void> {
	const [webhook] = await listWebhooks(gateway);
	if (webhook === undefined) throw new Error('There is no webhook to lose.');
	await callGateway(gateway, 'DELETE', `/v1/webhooks/${webhook.id}`);
}

async function expectNothingLeft({ dataDir, gatewayPort, n8nPort }: LaunchSettings): Promise<void> {
	expect(await processesOf(dataDir)).toEqual([]);
	expect(await portProblem(gatewayPort)).toBeUndefined();
	expect(await portProblem(n8nPort)).toBeUndefined();
}
