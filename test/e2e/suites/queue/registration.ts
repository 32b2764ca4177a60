import { describe, expect, test } from '@jest/globals';
import { callN8n } from '../../../../playground/src/n8n/client.ts';
import { until } from '../../../../playground/src/process/until.ts';
import { ADA, receiveMessage } from '../../support/messages.ts';
import type { QueuePlayground } from '../../support/queue/queue-playground.ts';
import type { Report } from '../../support/queue/recorder.ts';
import { withRecordingWorkflow } from '../../support/queue/recording-workflow.ts';
import { waitForWebhookCount } from '../../support/trigger.ts';

export function registrationSuite(playground: () => QueuePlayground): void {
	const receive = async (reports: Report[], text: string) => {
		const before = reports.length;
		await receiveMessage(playground(), ADA, text);
		await until({ what: `"${text}" to be recorded`, seconds: 60 }, () =>
			Promise.resolve(reports.length > before || undefined),
		);
	};

	describe("a trigger's webhook", () => {
		test('is registered once, and is kept when all processes start again', async () => {
			const { main, webhooks, workers } = playground().n8n;
			await withRecordingWorkflow(
				playground(),
				{ name: 'Registered' },
				async ({ workflow, webhookId, reports }) => {
					await receive(reports, 'Before the restart');
					for (const one of [main, ...webhooks, ...workers]) await one.stop();
					await main.start();
					await Promise.all([...webhooks, ...workers].map((one) => one.start()));
					const registered = await waitForWebhookCount(playground(), workflow, 1);
					expect(registered).toMatchObject([{ id: webhookId, status: 'active' }]);
					await receive(reports, 'After the restart');
				},
			);
		}, 300_000);

		test('receives events while the main process is down', async () => {
			const { main } = playground().n8n;
			await withRecordingWorkflow(playground(), { name: 'Without main' }, async ({ reports }) => {
				await main.stop();
				try {
					await receive(reports, 'Without the main process');
				} finally {
					await main.start();
				}
			});
		}, 300_000);
	});

	describe('a test listener', () => {
		test('runs on a worker, beside the published workflow', async () => {
			const { session, database } = playground();
			await withRecordingWorkflow(playground(), { name: 'Listening' }, async ({ workflow, reports }) => {
				const trigger = { triggerToStartFrom: { name: 'Message' } };
				await callN8n(session, 'POST', `/rest/workflows/${workflow.id}/run`, trigger);
				await until({ what: 'the test listener', seconds: 30 }, async () => {
					const webhooks = await waitForWebhookCount(playground(), workflow, 1);
					return webhooks.length === 1 || undefined;
				});
				await receive(reports, 'For both');
				const text =
					'select mode from execution_entity where "workflowId" = $1 and status = \'success\' order by mode';
				await until({ what: 'both executions', seconds: 60 }, async () => {
					const modes = (await database.query(text, [workflow.id])).map(({ mode }) => mode);
					if (modes.join() !== 'manual,webhook') throw new Error(modes.join());
					return true;
				});
			});
		}, 120_000);
	});
}
