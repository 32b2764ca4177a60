// `npm start` from the outside: its output, its signals and its processes. The tests depend on each other: each starts in
// the state that the previous one left.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openAccount } from '../../playground/src/account.ts';
import { EXAMPLES } from '../../playground/src/n8n/example-workflows.ts';
import { callGateway, listWebhooks } from '../../playground/src/gateway/client.ts';
import type { Gateway } from '../../playground/src/gateway/service.ts';
import { dataLayout } from '../../playground/src/layout.ts';
import { callN8n, openSession, type N8nSession } from '../../playground/src/n8n/client.ts';
import { findFreePort, getPortError } from '../../playground/src/process/ports.ts';
import { until } from '../../playground/src/process/until.ts';
import { finishedExecution } from './support/executions.ts';
import { launch, listProcesses, type Launch, type LaunchSettings } from './support/launcher.ts';
import { waitForStatus } from './support/messages.ts';

type State = { settings: LaunchSettings; launched?: Launch; gateway: Gateway; session?: N8nSession };

describe('npm start', () => {
	const state: State = {
		settings: { dataDir: '', gatewayPort: 0, n8nPort: 0 },
		gateway: { url: '', apiKey: '' },
	};
	const launched = (): Launch => {
		if (state.launched === undefined) throw new Error('npm start has not been run.');
		return state.launched;
	};
	const session = (): N8nSession => {
		if (state.session === undefined) throw new Error('There is no session.');
		return state.session;
	};

	beforeAll(async () => {
		const dataDir = await mkdtemp(path.join(os.tmpdir(), 'launcher-e2e-'));
		state.settings = { dataDir, gatewayPort: await findFreePort(), n8nPort: await findFreePort() };
	});
	afterAll(async () => {
		state.launched?.signal('SIGTERM');
		await state.launched?.ended;
		await rm(state.settings.dataDir, { recursive: true, force: true });
	});

	test('fails with the port in use and how to set another', async () => {
		const { gatewayPort } = state.settings;
		const otherServer = net.createServer().listen(gatewayPort, '127.0.0.1');
		await once(otherServer, 'listening');
		const start = launch(state.settings);
		expect(await start.ended).toBe(1);
		expect(start.output().trim()).toBe(
			`Port ${gatewayPort}, meant for the gateway, is taken by another program: ` +
				`free it, or choose another with \`GATEWAY_PORT=${gatewayPort + 1} npm start\`.`,
		);
		otherServer.close();
		await once(otherServer, 'close');
	});

	test('fails with the valid flags for an unknown flag', async () => {
		const start = launch(state.settings, ['--gatewayonly']);
		expect(await start.ended).toBe(1);
		expect(start.output()).toContain('the only flags are --gateway-only and --help');
	});

	test('prints a command after which the echo bot sends a reply that is read', async () => {
		state.launched = launch(state.settings);
		const command = await launched().ready();
		const { stdout } = await promisify(execFile)('bash', ['-c', `${command} --silent`]);
		const { data } = JSON.parse(stdout) as { data: { messageId: string } };

		const { account: file } = dataLayout(state.settings.dataDir);
		expect((await stat(file)).mode & 0o777).toBe(0o600);
		const account = await openAccount(file);
		expect(launched().output()).toContain(account.password);
		const { gatewayPort, n8nPort } = state.settings;
		state.gateway = { url: `http://127.0.0.1:${gatewayPort}`, apiKey: account.apiKey };
		state.session = await openSession(`http://127.0.0.1:${n8nPort}`, account);

		const execution = await finishedExecution(
			session(),
			{ ...EXAMPLES[0], name: 'Echo bot' },
			({ output }) => output['When a message arrives']?.messageId === data.messageId,
		);
		await waitForStatus(state.gateway, String(execution.output['Send it back']?.messageId), 'read');
	});

	test('stops everything on Ctrl-C', async () => {
		await renameEchoBot(session());
		await deleteWebhook(state.gateway);
		launched().signal('SIGINT');
		expect(await launched().ended).toBe(0);
		expect(launched().output()).toMatch(/Stopped\.\n$/);
		await expectNoProcesses(state.settings);
	});

	test('starts again without duplicates, keeps edits and restores a deleted webhook', async () => {
		state.launched = launch(state.settings);
		await launched().ready();

		const workflows = (await callN8n(session(), 'GET', '/rest/workflows')) as { name: string }[];
		expect(workflows.map(({ name }) => name).toSorted()).toEqual(['My echo bot', 'Notify on delivery']);
		expect(await callN8n(session(), 'GET', '/rest/credentials')).toHaveLength(1);
		expect(await callGateway(state.gateway, 'GET', '/v1/instances')).toMatchObject({
			data: [{ name: 'Playground phone', status: 'connected' }],
		});
		expect(await listWebhooks(state.gateway)).toHaveLength(EXAMPLES.length);
	});

	test('stops everything when the gateway crashes, and names it', async () => {
		const processes = await listProcesses(state.settings.dataDir);
		const crashing = processes.find(({ command }) => command.includes('gateway/src/main.ts'));
		if (crashing === undefined) throw new Error('The gateway does not run.');
		process.kill(crashing.pid, 'SIGKILL');
		expect(await launched().ended).toBe(1);
		expect(launched().output()).toContain('The gateway ended unexpectedly (signal SIGKILL). The end of ');
		await expectNoProcesses(state.settings);
	});

	test('starts no n8n with --gateway-only', async () => {
		state.launched = launch(state.settings, ['--gateway-only']);
		const command = await launched().ready();
		const { stdout } = await promisify(execFile)('bash', ['-c', `${command} --silent`]);
		expect(JSON.parse(stdout)).toMatchObject({ success: true });
		expect(await getPortError(state.settings.n8nPort)).toBeUndefined();
	});

	test('leaves no process when it is killed', async () => {
		launched().signal('SIGKILL');
		await launched().ended;
		await until({ what: 'the gateway to end', seconds: 10, everyMs: 100 }, async () => {
			const processes = await listProcesses(state.settings.dataDir);
			return processes.length === 0 ? true : undefined;
		});
	});
});

async function renameEchoBot(session: N8nSession): Promise<void> {
	await callN8n(session, 'PATCH', `/rest/workflows/${EXAMPLES[0].id}`, { name: 'My echo bot' });
}

async function deleteWebhook(gateway: Gateway): Promise<void> {
	const [webhook] = await listWebhooks(gateway);
	if (webhook === undefined) throw new Error('There is no webhook to delete.');
	await callGateway(gateway, 'DELETE', `/v1/webhooks/${webhook.id}`);
}

async function expectNoProcesses({ dataDir, gatewayPort, n8nPort }: LaunchSettings): Promise<void> {
	expect(await listProcesses(dataDir)).toEqual([]);
	expect(await getPortError(gatewayPort)).toBeUndefined();
	expect(await getPortError(n8nPort)).toBeUndefined();
}
