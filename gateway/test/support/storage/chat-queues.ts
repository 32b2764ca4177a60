import { runSql } from '../database.ts';
import { at } from '../json.ts';
import type { Received } from '../servers/receiver.ts';
import type { TestGateway } from '../gateway.ts';
import { until } from '../until.ts';

/** Settings of a webhook, as its row stores them. */
export interface QueueSettings {
	ordered?: boolean;
	collectSeconds?: number | null;
	filter?: object;
	pausedAt?: number | null;
}

/** Sets what a webhook does with the events of a chat. */
export async function setQueueSettings(
	folder: string,
	webhookId: string,
	{ ordered, collectSeconds, filter, pausedAt }: QueueSettings,
): Promise<void> {
	const changes = [
		ordered === undefined ? [] : [`ordered = ${ordered ? 1 : 0}`],
		collectSeconds === undefined ? [] : [`collect_seconds = ${collectSeconds ?? 'null'}`],
		filter === undefined ? [] : [`filter = '${JSON.stringify(filter)}'`],
		pausedAt === undefined ? [] : [`paused_at = ${pausedAt ?? 'null'}`],
	].flat();
	await runSql(folder, `update webhooks set ${changes.join(', ')} where id = '${webhookId}'`);
}

/** A delivery of the list of a webhook's deliveries. */
export interface ListedDelivery {
	id: string;
	eventId: string;
	event: string;
	status: string;
	attempts: number;
	nextAttemptAt: string | null;
	finishedAt: string | null;
	joinedInto: string | null;
	waitsFor: string | null;
}

/** The deliveries of a webhook, oldest first. */
export async function listDeliveries(gateway: TestGateway, webhookId: string): Promise<ListedDelivery[]> {
	const { body } = await gateway.get(`/v1/webhooks/${webhookId}/deliveries?limit=100`);
	return (at(body, 'data.deliveries') as ListedDelivery[]).toReversed();
}

/** Waits until the deliveries of a webhook have these statuses, oldest first; returns them. */
export function untilStatuses(
	gateway: TestGateway,
	webhookId: string,
	statuses: readonly string[],
): Promise<ListedDelivery[]> {
	return until(`deliveries that are ${statuses.join(', ')}`, async () => {
		const deliveries = await listDeliveries(gateway, webhookId);
		return deliveries.map(({ status }) => status).join() === statuses.join() && deliveries;
	});
}

/** The texts of the messages that a receiver got, oldest first. */
export function contents(requests: readonly Received[]): unknown[] {
	return requests.map((request) => request.at('data.content'));
}

/** Lets a message arrive, as soon as the instance is connected. */
export async function receiveMessage(
	gateway: TestGateway,
	instanceId: string,
	message: { from: string; content: string },
): Promise<void> {
	await until('the message to arrive', async () => {
		const { status } = await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		return status < 300;
	});
}
