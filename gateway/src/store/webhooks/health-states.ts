import type { InstanceId, WebhookId } from '../../domain/ids.ts';
import { chunkInList } from '../engine/chunk-in-list.ts';
import type { Db } from '../schema.ts';

/** An active webhook, with the times that the outcomes of its deliveries change (epoch milliseconds). */
export interface WebhookHealthState {
	id: WebhookId;
	instanceId: InstanceId | null;
	name: string | null;
	url: string;
	failingSince: number | null;
	pausedAt: number | null;
}

/** The columns of `webhooks` that make a WebhookHealthState. */
export const HEALTH_COLUMNS = [
	'id',
	'instance_id as instanceId',
	'name',
	'url',
	'failing_since as failingSince',
	'paused_at as pausedAt',
] as const;

/** Returns the states of those webhooks that are active, by id, in the order of their ids. */
export async function listHealthStates(
	db: Db,
	webhookIds: readonly WebhookId[],
): Promise<WebhookHealthState[]> {
	const states: WebhookHealthState[] = [];
	for (const ids of chunkInList([...new Set(webhookIds)].sort())) {
		const rows = await db
			.selectFrom('webhooks')
			.select(HEALTH_COLUMNS)
			.where('id', 'in', ids)
			.where('status', '=', 'active')
			.orderBy('id')
			.execute();
		states.push(...rows);
	}
	return states;
}

/** Changes the state of a webhook; returns false where another gateway has changed it since it was read. */
export async function changeHealthState(
	db: Db,
	{ id, failingSince, pausedAt }: WebhookHealthState,
	change: { failingSince: number | null; pausedAt: number | null },
): Promise<boolean> {
	const result = await db
		.updateTable('webhooks')
		.set({ failing_since: change.failingSince, paused_at: change.pausedAt })
		.where('id', '=', id)
		.where('status', '=', 'active')
		.where('failing_since', failingSince === null ? 'is' : '=', failingSince)
		.where('paused_at', pausedAt === null ? 'is' : '=', pausedAt)
		.executeTakeFirst();
	return result.numUpdatedRows > 0n;
}
