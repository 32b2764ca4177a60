import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { activate, deactivate, type Workflow } from '../../../playground/src/example-workflows.ts';
import { listWebhooks } from '../../../playground/src/gateway-client.ts';
import { until } from '../../../playground/src/until.ts';
import { logIn, nodeOnCanvas, openBrowser, openWorkflow, type Editor } from '../support/editor.ts';
import { finishedExecutions, type Execution } from '../support/executions.ts';
import { ADA, messageArrives } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';
import { untilWebhooks } from '../support/trigger.ts';
import { createWorkflow, TRIGGER } from '../support/workflows.ts';

const STEPS = [
	{
		name: 'When a message arrives',
		type: TRIGGER,
		parameters: { events: ['message.received'], filters: { textMatches: '^For both' } },
	},
	{ name: 'Done', type: 'n8n-nodes-base.noOp', parameters: {} },
];

export function listeningSuite(playground: () => TestPlayground): void {
	describe('a trigger that is active and listens for a test in the editor', () => {
		const opened: { editor?: Editor } = {};

		beforeAll(async () => {
			opened.editor = await openBrowser(playground().session.url);
			await logIn(opened.editor, playground());
		});
		afterAll(() => opened.editor?.close());

		test('starts both by one message, and the active workflow goes on listening', async () => {
			const { editor } = opened;
			if (editor === undefined) throw new Error('The browser could not be opened.');
			const { session } = playground();
			const workflow = await createWorkflow(playground(), 'Listening twice', STEPS);
			await activate(session, workflow);
			await untilWebhooks(playground(), workflow, 1);
			await openWorkflow(editor, session.url, workflow.id);
			await editor.page.getByTestId('execute-workflow-button').click();
			await untilListeners(playground(), workflow, ['/webhook-test/', '/webhook/']);

			const messageId = await messageArrives(playground(), ADA, 'For both of you');
			await nodeOnCanvas(editor, 'Done').getByTestId('canvas-node-status-success').waitFor();
			const isMeant = ({ output }: Execution) => output['When a message arrives']?.messageId === messageId;
			const executions = await until({ what: 'both executions', seconds: 30 }, async () => {
				const ended = await finishedExecutions(session, workflow, isMeant);
				return ended.length >= 2 ? ended : undefined;
			});
			expect(executions.map(({ mode, status }) => `${mode} ${status}`).sort()).toEqual([
				'manual success',
				'webhook success',
			]);

			await untilListeners(playground(), workflow, ['/webhook/']);
			await deactivate(session, workflow);
			await untilListeners(playground(), workflow, []);
		});
	});
}

/** Waits until the gateway holds webhooks for a workflow's trigger under these paths of n8n, and no others. */
async function untilListeners(
	{ gateway }: TestPlayground,
	workflow: Workflow,
	paths: readonly string[],
): Promise<void> {
	const webhookId = workflow.nodes.find(({ type }) => type === TRIGGER)?.webhookId ?? '';
	await until({ what: `listeners under ${paths.join(' and ') || 'no path'}`, seconds: 30 }, async () => {
		const own = (await listWebhooks(gateway)).filter(({ url }) => url.includes(`/${webhookId}/`));
		const held = own.map(({ url }) => /\/webhook[a-z-]*\//.exec(url)?.[0] ?? url).sort();
		if (held.join() === [...paths].sort().join()) return true;
		throw new Error(`there are ${held.join(' and ') || 'none'}`);
	});
}
