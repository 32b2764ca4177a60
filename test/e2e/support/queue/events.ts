import { callGateway } from '../../../../playground/src/gateway/client.ts';
import { until } from '../../../../playground/src/process/until.ts';
import { receiveMessage } from '../messages.ts';
import type { QueuePlayground } from './queue-playground.ts';

/** Messages that the simulator receives at the same time. */
const AT_A_TIME = 20;
const CHATS = 50;

/** Lets `count` messages arrive in the chats of many people. */
export async function receiveMessages(
	playground: Pick<QueuePlayground, 'gateway' | 'instanceId'>,
	count: number,
): Promise<void> {
	const pending = Array.from({ length: count }, (_, index) => index).values();
	const receive = async () => {
		for (const index of pending) {
			const from = `4917000${String(1000 + (index % CHATS))}`;
			await receiveMessage(playground, from, `Message ${index}`, `Person ${index % CHATS}`);
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, receive));
}

/** The figures of GET /v1/webhooks/{id}/health that show whether all events are delivered. */
type Health = { succeeded: number; failed: number; pending: number; waiting: number; collecting: number };

/** Waits until `count` deliveries of a webhook have succeeded. Throws when one failed for good. */
export async function waitUntilDelivered(
	{ gateway }: Pick<QueuePlayground, 'gateway'>,
	webhookId: string,
	count: number,
	seconds: number,
): Promise<void> {
	const what = `${count} events to be delivered`;
	const failed = await until({ what, seconds, everyMs: 1000 }, async () => {
		const answer = await callGateway(gateway, 'GET', `/v1/webhooks/${webhookId}/health`);
		const health = (answer as { data: Health }).data;
		if (health.succeeded + health.failed < count) throw new Error(JSON.stringify(health));
		return health.failed;
	});
	if (failed > 0) throw new Error(`${failed} events could not be delivered.`);
}
