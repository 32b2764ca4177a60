import { describe, expect, test } from '@jest/globals';
import { listWebhooks } from '../../../../playground/src/gateway/client.ts';
import { until } from '../../../../playground/src/process/until.ts';
import { waitForExecutionStatus } from '../../support/executions.ts';
import { ADA, GRACE, receiveMessage, waitForReadMessage } from '../../support/messages.ts';
import type { Fate } from '../../support/queue/load-balancer.ts';
import type { QueuePlayground } from '../../support/queue/queue-playground.ts';
import { withRecordingWorkflow } from '../../support/queue/recording-workflow.ts';
import { ACTION, byId } from '../../support/workflows.ts';

const ASK = {
	name: 'Ask Grace',
	type: ACTION,
	parameters: {
		resource: 'message',
		operation: 'sendAndWait',
		instanceId: byId('={{ $json.instanceId }}'),
		to: byId(GRACE),
		message: '={{ $json.content }}. May they?',
		responseType: 'approval',
	},
};

export function waitingSuite(playground: () => QueuePlayground): void {
	describe('an execution that waits for a reply', () => {
		test.each<Fate>(['sent twice', 'answer lost', 'answered with 500'])(
			'asks once and continues once when message and reply are %s',
			async (fate) => {
				const { session, balancer, database, gateway } = playground();
				const workflow = {
					name: `Approval, ${fate}`,
					between: [ASK],
					trigger: { filters: { textMatches: '^I wish' } },
				};
				await withRecordingWorkflow(
					playground(),
					workflow,
					async ({ workflow: { id, name }, reports, webhookId }) => {
						balancer.setFates([fate]);
						const wish = await receiveMessage(playground(), ADA, `I wish for ${fate}`);
						await waitForReadMessage(playground(), GRACE, `I wish for ${fate}`, wish);
						const waiting = await waitForExecutionStatus(session, { id, name }, 'waiting', 60);
						await receiveMessage(playground(), GRACE, 'Yes', 'Grace');

						await until({ what: 'the reply to be recorded', seconds: 60 }, () =>
							Promise.resolve(reports.length > 0 || undefined),
						);
						// The reply webhook is deleted when n8n has accepted the reply, which ends the repeated deliveries.
						await until({ what: 'the reply webhook to be deleted', seconds: 60 }, async () => {
							const webhooks = await listWebhooks(gateway);
							return webhooks.every((webhook) => webhook.id === webhookId) || undefined;
						});
						await database.waitUntilIdle(id, 60);
						expect(reports.map(({ executionId }) => executionId)).toEqual([waiting]);
						expect(await database.executionsOf(id, 'Ask Grace')).toEqual([waiting]);
					},
				);
			},
			240_000,
		);
	});
}
