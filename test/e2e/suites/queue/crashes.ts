import { describe, expect, test } from '@jest/globals';
import { callGateway } from '../../../../playground/src/gateway/client.ts';
import type { Gateway } from '../../../../playground/src/gateway/service.ts';
import { until } from '../../../../playground/src/process/until.ts';
import { receiveMessages, waitUntilDelivered } from '../../support/queue/events.ts';
import type { QueuePlayground } from '../../support/queue/queue-playground.ts';
import { countByEvent } from '../../support/queue/recorder.ts';
import { withRecordingWorkflow } from '../../support/queue/recording-workflow.ts';

const EVENTS = 300;
/** The executions that a worker runs at the same time, by default. */
const CONCURRENCY = 10;

export function crashSuite(playground: () => QueuePlayground): void {
	describe('a crash of a worker and of a webhook process', () => {
		test('loses no event but those of executions that n8n gives up, whose deliveries can be retried', async () => {
			const { balancer, database, gateway, n8n } = playground();
			await withRecordingWorkflow(playground(), { name: 'Crashes' }, async (recording) => {
				const { workflow, webhookId, reports } = recording;
				const reported = async (count: number) =>
					until({ what: `${count} reports`, seconds: 300 }, () =>
						Promise.resolve(reports.length >= count || undefined),
					);
				const [worker] = n8n.workers;
				const [webhook] = n8n.webhooks;
				balancer.setFates(['answered', 'answer lost', 'sent twice']);
				const received = receiveMessages(playground(), EVENTS);
				await reported(30);
				await worker?.kill();
				await reported(80);
				await webhook?.kill();
				await reported(120);
				await received;
				await Promise.all([worker?.start(), webhook?.start()]);
				await waitUntilDelivered(playground(), webhookId, EVENTS, 900);
				await database.waitUntilIdle(workflow.id, 300);

				const { success = 0, ...given } = await database.statuses(workflow.id);
				const givenUp = Object.values(given).reduce((sum, count) => sum + count, 0);
				const counts = countByEvent(reports);
				const lost = (await deliveriesOf(gateway, webhookId)).filter(({ eventId }) => !counts.has(eventId));
				const twice = [...counts.values()].filter((count) => count > 1);
				process.stdout.write(
					`${EVENTS} events, ${success} executions succeeded, n8n gave up ${JSON.stringify(given)}; ` +
						`${lost.length} events unreported, ${twice.length} reported more than once\n`,
				);
				expect(givenUp).toBeLessThanOrEqual(CONCURRENCY);
				expect(lost.length + twice.length).toBeLessThanOrEqual(givenUp);

				// n8n stores no input of an abandoned execution, but the gateway has the event.
				balancer.setFates([]);
				for (const { id } of lost) {
					await callGateway(gateway, 'POST', `/v1/webhooks/${webhookId}/deliveries/${id}/retry`);
				}
				await until({ what: 'all events to be reported', seconds: 60 }, () =>
					Promise.resolve(countByEvent(reports).size === EVENTS || undefined),
				);
			});
		}, 1_800_000);
	});
}

type Delivery = { id: string; eventId: string };

/** Returns all deliveries of a webhook. */
async function deliveriesOf(gateway: Gateway, webhookId: string): Promise<Delivery[]> {
	const deliveries: Delivery[] = [];
	let before = '';
	do {
		const path = `/v1/webhooks/${webhookId}/deliveries?limit=100${before && `&before=${before}`}`;
		const { data } = (await callGateway(gateway, 'GET', path)) as {
			data: { deliveries: Delivery[]; pagination: { nextCursor: string | null } };
		};
		deliveries.push(...data.deliveries);
		before = data.pagination.nextCursor ?? '';
	} while (before !== '');
	return deliveries;
}
