import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { activate, deactivate, type Workflow } from '../../../playground/src/n8n/example-workflows.ts';
import { listWebhooks } from '../../../playground/src/gateway/client.ts';
import { until } from '../../../playground/src/process/until.ts';
import { logIn, canvasNode, openBrowser, openWorkflow, type Editor } from '../support/editor.ts';
import { finishedExecutions, type Execution } from '../support/executions.ts';
import { ADA, receiveMessage } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';
import { waitForWebhookCount } from '../support/trigger.ts';
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
	describe('an active trigger with a test listener in the editor', () => {
		const opened: { editor?: Editor } = {};

		beforeAll(async () => {
			opened.editor = await openBrowser(playground().session.url);
			await logIn(opened.editor, playground());
		});
		afterAll(() => opened.editor?.close());

		test('starts both workflows on one message, and keeps the production webhook', async () => {
			const { editor } = opened;
			if (editor === undefined) throw new Error('The browser could not be opened.');
			const { session } = playground();
			const workflow = await createWorkflow(playground(), 'Listening twice', STEPS);
			await activate(session, workflow);
			await waitForWebhookCount(playground(), workflow, 1);
			await openWorkflow(editor, session.url, workflow.id);
			await editor.page.getByTestId('execute-workflow-button').click();
			await waitForListeners(playground(), workflow, ['/webhook-test/', '/webhook/']);

			const messageId = await receiveMessage(playground(), ADA, 'For both of you');
			await canvasNode(editor, 'Done').getByTestId('canvas-node-status-success').waitFor();
			const matches = ({ output }: Execution) => output['When a message arrives']?.messageId === messageId;
			const executions = await until({ what: 'both executions', seconds: 30 }, async () => {
				const ended = await finishedExecutions(session, workflow, matches);
				return ended.length >= 2 ? ended : undefined;
			});
			expect(executions.map(({ mode, status }) => `${mode} ${status}`).sort()).toEqual([
				'manual success',
				'webhook success',
			]);

			await waitForListeners(playground(), workflow, ['/webhook/']);
			await deactivate(session, workflow);
			await waitForListeners(playground(), workflow, []);
		});
	});
}

/** Waits until the gateway has webhooks for a workflow's trigger with exactly these paths of n8n. */
async function waitForListeners(
	{ gateway }: TestPlayground,
	workflow: Workflow,
	paths: readonly string[],
): Promise<void> {
	const webhookId = workflow.nodes.find(({ type }) => type === TRIGGER)?.webhookId ?? '';
	await until({ what: `listeners under ${paths.join(' and ') || 'no path'}`, seconds: 30 }, async () => {
		const webhooks = (await listWebhooks(gateway)).filter(({ url }) => url.includes(`/${webhookId}/`));
		const found = webhooks.map(({ url }) => /\/webhook[a-z-]*\//.exec(url)?.[0] ?? url).sort();
		if (found.join() === [...paths].sort().join()) return true;
		throw new Error(`there are ${found.join(' and ') || 'none'}`);
	});
}
