import { describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { receiveMessages, waitUntilDelivered } from '../../support/queue/events.ts';
import type { QueuePlayground } from '../../support/queue/queue-playground.ts';
import { countByEvent } from '../../support/queue/recorder.ts';
import { withRecordingWorkflow } from '../../support/queue/recording-workflow.ts';

const EVENTS = 1000;
const FATES = ['answered', 'answer lost', 'answered', 'answered with 500', 'sent twice'] as const;

export function onceSuite(playground: () => QueuePlayground): void {
	describe('a thousand events of which many are delivered again', () => {
		test('start one execution each that goes past the trigger', async () => {
			const { balancer, database, n8n } = playground();
			await withRecordingWorkflow(
				playground(),
				{ name: 'Once' },
				async ({ workflow, webhookId, reports }) => {
					balancer.setFates(FATES);
					await receiveMessages(playground(), EVENTS);
					await waitUntilDelivered(playground(), webhookId, EVENTS, 600);
					await database.waitUntilIdle(workflow.id, 300);

					const repeated = EVENTS / FATES.length;
					const { answered, ...others } = balancer.fates();
					for (const fate of ['answer lost', 'answered with 500', 'sent twice'] as const) {
						expect(others[fate]).toBeGreaterThan(repeated / 2);
					}
					expect(reports).toHaveLength(EVENTS);
					expect(countByEvent(reports).size).toBe(EVENTS);
					const past = await database.executionsOf(workflow.id, 'Record');
					expect(past.sort()).toEqual(reports.map(({ executionId }) => executionId).sort());

					// The duplicates started executions too, which ended at the trigger.
					const { success = 0, ...failed } = await database.statuses(workflow.id);
					expect(failed).toEqual({});
					expect(success).toBeGreaterThan(EVENTS + 2 * repeated);
					for (const { logFile } of n8n.workers) {
						const finished = (await readFile(logFile, 'utf8')).match(/Worker finished execution/g) ?? [];
						expect(finished.length).toBeGreaterThan(EVENTS / 4);
					}
					process.stdout.write(
						`${EVENTS} events, ${success} executions; attempts: ${JSON.stringify({ answered, ...others })}\n`,
					);
				},
			);
		}, 1_200_000);
	});
}
