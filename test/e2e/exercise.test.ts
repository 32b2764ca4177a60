// Chaos customers write to workflows in a real n8n, by the command that a CI runs (docs/exercise.md).
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callGateway } from '../../playground/src/gateway/client.ts';
import { ROOT } from '../../playground/src/layout.ts';
import {
	activate,
	deactivate,
	webhookPrefix,
	type Workflow,
} from '../../playground/src/n8n/example-workflows.ts';
import { waitForWebhooks } from '../../playground/src/readiness.ts';
import { startChatModel } from './support/chat-model.ts';
import { EXAMPLES_FOLDER, importExampleFile } from './support/examples.ts';
import type { HttpServer } from './support/http-server.ts';
import { runCommand } from './support/run-command.ts';
import { openTestPlayground, type TestPlayground } from './support/test-playground.ts';
import { ACTION, byId, createWorkflow, TRIGGER } from './support/workflows.ts';

const STARTING_N8N_MS = 5 * 60_000;
const COMMAND = path.join(ROOT, 'gateway/src/main.ts');

/** A bot that answers every text twice. */
const HASTY = `exercise: 1
name: The hasty bot
customers: 2
situations: 1
seed: 3
troubles: { plain: 1 }
answers: { per: message, within: 20s, quiet: 5s }
`;

describe('messaging-gateway exercise with a workflow in n8n', () => {
	let playground: TestPlayground;
	let folder: string;
	let model: HttpServer;

	const command = (...args: string[]) =>
		runCommand([COMMAND, ...args, '--gateway', playground.gateway.url], {
			GATEWAY_API_KEY: playground.account.apiKey,
		});

	const exampleFile = (name: string): string => path.join(EXAMPLES_FOLDER, `${name}.exercise.yaml`);

	/** Exercises a workflow that is active; returns the exit code, the output, and the JUnit report. */
	async function exercise(file: string, workflow: Workflow) {
		const webhook = webhookPrefix(playground.session, workflow) ?? '';
		const junit = path.join(folder, 'junit.xml');
		const failures = ['--failures', path.join(folder, 'failures')];
		const options = [
			'--instance',
			playground.instanceId,
			'--webhook',
			webhook,
			'--junit',
			junit,
			...failures,
		];
		const result = await command('exercise', file, ...options);
		process.stdout.write(result.output);
		return { ...result, junit: await readFile(junit, 'utf8') };
	}

	/** Lets one workflow answer, while no other does. */
	async function withWorkflow<Result>(workflow: Workflow, run: () => Promise<Result>): Promise<Result> {
		const { session, gateway } = playground;
		await activate(session, workflow);
		await waitForWebhooks(gateway, session, [workflow]);
		try {
			return await run();
		} finally {
			await deactivate(session, workflow);
		}
	}

	beforeAll(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'exercise-e2e-'));
		model = await startChatModel(() => ({ text: 'We are open from Tuesday to Saturday.' }));
		playground = await openTestPlayground();
		const { gateway, session, instanceId, echo, notify } = playground;
		// A person takes chats, too.
		const settings = { takeover: { releaseAfter: '30m' } };
		await callGateway(gateway, 'PATCH', `/v1/instances/${instanceId}`, { settings });
		for (const workflow of [echo, notify]) await deactivate(session, workflow);
	}, STARTING_N8N_MS);
	afterAll(async () => {
		await playground.close();
		await model.close();
		await rm(folder, { recursive: true });
	});

	test('passes with the echo bot', async () => {
		const echo = { ...playground.echo, active: false };
		const { code, output, junit } = await withWorkflow(echo, () => exercise(exampleFile('echo-bot'), echo));
		expect([code, output]).toEqual([0, expect.stringContaining('Passed.')]);
		expect(junit).toContain('name="thresholds"/>');
	});

	test.each(['support-handover', 'appointment-with-reminder', 'order-from-location', 'ai-support-agent'])(
		'passes with the example %s',
		async (example) => {
			const services = {
				openAiApi: { apiKey: 'the key of the test', url: `${model.url}/v1`, header: false },
			};
			const workflow = await importExampleFile(playground, `${example}.json`, services);
			const { code, output } = await withWorkflow(workflow, () => exercise(exampleFile(example), workflow));
			expect([code, output]).toEqual([0, expect.stringContaining('Passed.')]);
		},
	);

	test('fails with a bot that answers twice, and its scenario passes with the echo bot', async () => {
		const file = path.join(folder, 'hasty.exercise.yaml');
		await writeFile(file, HASTY);
		const trigger = { events: ['message.received'], filters: { types: ['text'] } };
		const send = {
			resource: 'message',
			operation: 'sendText',
			instanceId: byId("={{ $('In').item.json.instanceId }}"),
			to: byId("={{ $('In').item.json.chatId }}"),
			message: "={{ $('In').item.json.content }}",
		};
		const hasty = await createWorkflow(playground, 'Hasty bot', [
			{ name: 'In', type: TRIGGER, parameters: trigger },
			{ name: 'First', type: ACTION, parameters: send },
			{ name: 'Second', type: ACTION, parameters: send },
		]);
		const failures = path.join(folder, 'failures');
		await rm(failures, { recursive: true, force: true });
		const scenario = await withWorkflow(hasty, async () => {
			const { code, output, junit } = await exercise(file, hasty);
			expect([code, output]).toEqual([1, expect.stringContaining('2 × answered more often than once')]);
			expect(junit.match(/<failure message="twice: /g)).toHaveLength(2);
			const [name = ''] = await readdir(failures);
			const again = await command('simulate', path.join(failures, name));
			expect([again.code, again.output]).toEqual([1, expect.stringContaining('✗')]);
			return path.join(failures, name);
		});
		const echo = { ...playground.echo, active: false };
		const mended = await withWorkflow(echo, () => command('simulate', scenario));
		expect([mended.code, mended.output]).toEqual([0, expect.stringContaining('Passed')]);
	});
});
