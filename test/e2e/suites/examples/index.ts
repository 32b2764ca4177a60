import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callN8n, type N8nSession } from '../../../../playground/src/n8n/client.ts';
import {
	activate,
	deactivate,
	EXAMPLES,
	type Workflow,
} from '../../../../playground/src/n8n/example-workflows.ts';
import { EXAMPLES_FOLDER } from '../../support/examples.ts';
import { callPublicApi, createApiKey } from '../../support/public-api.ts';
import type { TestPlayground } from '../../support/test-playground.ts';
import { waitForWebhookCount } from '../../support/trigger.ts';
import { deleteWorkflow } from '../../support/workflows.ts';
import { appointmentSuite } from './appointment.ts';
import { approvalSuite } from './approval.ts';
import { broadcastSuite } from './broadcast.ts';
import { disconnectAlertSuite } from './disconnect-alert.ts';
import { feedbackSuite } from './feedback.ts';
import { mediaArchiveSuite } from './media-archive.ts';
import { onboardingSuite } from './onboarding.ts';
import { orderSuite } from './order.ts';
import { supportAgentSuite } from './support-agent.ts';
import { supportHandoverSuite } from './support-handover.ts';
import { voiceNoteSuite } from './voice-note.ts';
import { webhookAlarmSuite } from './webhook-alarm.ts';

/** The suites of the examples, except those of the playground, which are one folder up. */
const SUITES: Record<string, (playground: () => TestPlayground) => void> = {
	'ai-support-agent.json': supportAgentSuite,
	'alarm-when-webhook-fails.json': webhookAlarmSuite,
	'alert-on-disconnect.json': disconnectAlertSuite,
	'appointment-with-reminder.json': appointmentSuite,
	'approval-by-reply.json': approvalSuite,
	'broadcast-from-sheet.json': broadcastSuite,
	'feedback-by-reaction.json': feedbackSuite,
	'media-archive.json': mediaArchiveSuite,
	'order-from-location.json': orderSuite,
	'qr-onboarding-by-mail.json': onboardingSuite,
	'support-handover.json': supportHandoverSuite,
	'voice-note-answer.json': voiceNoteSuite,
};

export function examplesSuite(playground: () => TestPlayground): void {
	describe('examples', () => {
		// Deactivates the echo bot, which would answer the messages of the other examples.
		beforeAll(async () => {
			const { session, echo } = playground();
			await deactivate(session, echo);
			await waitForWebhookCount(playground(), echo, 0);
		});
		afterAll(async () => {
			const { session, echo } = playground();
			await activate(session, { ...echo, active: false });
			await waitForWebhookCount(playground(), echo, 1);
		});

		async function listFiles(): Promise<string[]> {
			const files = await readdir(EXAMPLES_FOLDER);
			return files.filter((file) => file.endsWith('.json') && !file.endsWith('.scenario.json'));
		}

		test('have a suite each', async () => {
			const files = await listFiles();
			const run = [...Object.keys(SUITES), ...EXAMPLES.map(({ file }) => file)];
			expect(run.toSorted()).toEqual(files.toSorted());
		});

		test("are accepted by n8n's public API as they are", async () => {
			const { session } = playground();
			const key = await createApiKey(session, ['workflow:create', 'workflow:delete']);
			for (const file of await listFiles()) {
				const text = await readFile(path.join(EXAMPLES_FOLDER, file), 'utf8');
				const created = await callPublicApi(session, key, 'POST', '/workflows', text);
				expect({ file, ...created }).toMatchObject({ file, status: 200 });
				await callPublicApi(session, key, 'DELETE', `/workflows/${String(created.answer.id)}`);
			}
		});

		test('get addresses of their own with each import, so that two of one example can be published', async () => {
			const { session } = playground();
			for (const file of await listFiles()) {
				const text = await readFile(path.join(EXAMPLES_FOLDER, file), 'utf8');
				const imports = [await importWorkflow(session, text), await importWorkflow(session, text)];
				const triggers = imports.flatMap(({ nodes }) => nodes.filter(({ type }) => type.endsWith('Trigger')));
				const ids = triggers.flatMap(({ webhookId }) => webhookId ?? []);
				expect({ file, ids: new Set(ids).size }).toEqual({ file, ids: ids.length });
				for (const workflow of imports) await deleteWorkflow(session, workflow);
			}
		});

		async function importWorkflow(session: N8nSession, text: string): Promise<Workflow> {
			return (await callN8n(session, 'POST', '/rest/workflows', JSON.parse(text) as object)) as Workflow;
		}

		for (const suite of Object.values(SUITES)) suite(playground);
	});
}
