import { sql } from 'kysely';
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts';
import type { WebhookRole, WebhookStatus } from '../../../domain/webhooks/webhook.ts';
import { chunkInList } from '../../engine/chunk-in-list.ts';
import type { Db, Flag } from '../../schema.ts';

/** The open deliveries of a webhook. */
export interface WebhookQueue {
	webhookId: WebhookId;
	status: WebhookStatus;
	role: WebhookRole;
	/** Most attempts in a second; null: not limited. */
	ratePerSecond: number | null;
	ordered: boolean;
	collects: boolean;
	paused: boolean;
	/** Whether a delivery waits for its initial attempt. */
	hasInitial: boolean;
	/** When the next retry is due, in epoch milliseconds; null: there is none. */
	retryAt: number | null;
	/** When the last retry is due. */
	lastRetryAt: number | null;
	/** Whether a delivery that is open belongs to the queue of a chat. */
	hasChatQueues: boolean;
}

/** The queues of all webhooks, or of those given. The query reads four index entries a webhook. */
export async function listQueues(db: Db, webhookIds?: readonly WebhookId[]): Promise<WebhookQueue[]> {
	if (webhookIds === undefined) return queuesOfWebhooks(db).execute().then(asQueues);
	const queues: WebhookQueue[] = [];
	for (const ids of chunkInList(webhookIds)) {
		queues.push(...asQueues(await queuesOfWebhooks(db).where('webhooks.id', 'in', ids).execute()));
	}
	return queues;
}

/** A query for the heads of each webhook's queues, to which the caller can add conditions. */
export function queuesOfWebhooks(db: Db) {
	return db.selectFrom('webhooks').select((eb) => [
		'webhooks.id as webhookId',
		'webhooks.status',
		'webhooks.role',
		'webhooks.rate_per_second as ratePerSecond',
		'webhooks.ordered',
		'webhooks.collect_seconds as collectSeconds',
		'webhooks.paused_at as pausedAt',
		eb
			.selectFrom('deliveries')
			.select((inner) => inner.fn.min('deliveries.id').as('id'))
			.whereRef('deliveries.webhook_id', '=', 'webhooks.id')
			.where('deliveries.status', '=', sql.lit('pending'))
			.where('deliveries.attempts', '=', sql.lit(0))
			.as('initialId'),
		eb
			.selectFrom('deliveries')
			.select((inner) => inner.fn.min('deliveries.due_at').as('at'))
			.whereRef('deliveries.webhook_id', '=', 'webhooks.id')
			.where('deliveries.status', '=', sql.lit('pending'))
			.where('deliveries.attempts', '>', sql.lit(0))
			.where('deliveries.claim_token', 'is', null)
			.as('retryAt'),
		eb
			.selectFrom('deliveries')
			.select((inner) => inner.fn.max('deliveries.due_at').as('at'))
			.whereRef('deliveries.webhook_id', '=', 'webhooks.id')
			.where('deliveries.status', '=', sql.lit('pending'))
			.where('deliveries.attempts', '>', sql.lit(0))
			.where('deliveries.claim_token', 'is', null)
			.as('lastRetryAt'),
		eb
			.selectFrom('deliveries')
			.select((inner) => inner.fn.min('deliveries.ordering_key').as('key'))
			.whereRef('deliveries.webhook_id', '=', 'webhooks.id')
			.where('deliveries.ordering_key', 'is not', null)
			.where('deliveries.finished_at', 'is', null)
			.as('firstKey'),
	]);
}

type QueueRow = Pick<
	WebhookQueue,
	'webhookId' | 'status' | 'role' | 'retryAt' | 'lastRetryAt' | 'ratePerSecond'
> & {
	ordered: Flag;
	collectSeconds: number | null;
	pausedAt: number | null;
	initialId: DeliveryId | null;
	firstKey: string | null;
};

/** Converts rows of queuesOfWebhooks(). */
export function asQueues(rows: readonly QueueRow[]): WebhookQueue[] {
	return rows.map(({ webhookId, status, role, retryAt, lastRetryAt, ratePerSecond, ...row }) => ({
		webhookId,
		status,
		role,
		ratePerSecond,
		ordered: row.ordered === 1,
		collects: row.collectSeconds !== null,
		paused: row.pausedAt !== null,
		hasInitial: row.initialId !== null,
		retryAt,
		lastRetryAt,
		hasChatQueues: row.firstKey !== null,
	}));
}
