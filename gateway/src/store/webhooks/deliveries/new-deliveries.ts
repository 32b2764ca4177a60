import type { DeliveryId, WebhookId } from '../../../domain/ids.ts';
import type { CommitScope } from '../../commit/scope.ts';
import { insertInto, writeRows } from '../../engine/write-rows.ts';
import type { DeliveryTable, EventTable, Flag } from '../../schema.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import type { Target } from './delivery-target.ts';
import type { InsertClaim } from './insert-claim.ts';

const INSERT_DELIVERIES = insertInto('deliveries', {
	id: 'text',
	event_id: 'text',
	webhook_id: 'text',
	kind: 'text',
	test: 'bigint',
	status: 'text',
	attempts: 'bigint',
	failures: 'bigint',
	due_at: 'bigint',
	claim_token: 'text',
	created_at: 'bigint',
	finished_at: 'bigint',
	ordering_key: 'text',
	position: 'bigint',
});

/** A delivery to insert, with what its attempt needs. */
export interface NewDelivery {
	row: DeliveryTable;
	event: EventTable;
	target: Target;
	/** Whether its webhook is paused: the delivery is kept, and not attempted. */
	paused: boolean;
}

/** The row of a delivery that is due at once. */
export function deliveryRow(
	id: DeliveryId,
	event: EventTable,
	webhookId: WebhookId,
	test: Flag = 0,
): DeliveryTable {
	return {
		id,
		event_id: event.id,
		webhook_id: webhookId,
		kind: event.kind,
		test,
		status: 'pending',
		attempts: 0,
		failures: 0,
		due_at: event.created_at,
		claim_token: null,
		created_at: event.created_at,
		finished_at: null,
		ordering_key: null,
		position: null,
		joined_into: null,
		claimed_by: null,
	};
}

/**
 * Inserts deliveries. Those that can be attempted are inserted with a claim where this process has capacity for the
 * attempt, otherwise as due.
 */
export async function insertNewDeliveries(
	{ db, emit, addHooks, claimOnInsert }: CommitScope,
	deliveries: readonly NewDelivery[],
): Promise<void> {
	if (deliveries.length === 0) return;
	const attemptable = deliveries.filter(isAttemptable);
	const claims = claimOnInsert(attemptable.map(({ row }) => row.webhook_id));
	const claimOf = new Map(attemptable.map(({ row }, index) => [row.id, claims[index] ?? null]));
	const due = new Set<WebhookId>();
	const rows = deliveries.map((delivery) => {
		const { row, event, target } = delivery;
		const claim = claimOf.get(row.id) ?? null;
		if (claim === null) {
			if (isAttemptable(delivery)) due.add(row.webhook_id);
			return row;
		}
		const claimed = claimedDelivery(row, event, target, claim);
		addHooks({
			onCommit: () => {
				claim.begin(claimed);
			},
			onRollback: () => {
				claim.release();
			},
		});
		return { ...row, attempts: claimed.attempt, claim_token: claimed.claimToken, due_at: claim.until };
	});
	await writeRows(db, INSERT_DELIVERIES, rows);
	if (due.size > 0) emit({ kind: 'delivery_due', webhookIds: [...due] });
}

/** A test event is delivered to a paused webhook too: it shows whether the receiver works again. */
function isAttemptable({ row, paused }: NewDelivery): boolean {
	return row.status === 'pending' && (!paused || row.test === 1);
}

function claimedDelivery(
	{ id, webhook_id: webhookId, ordering_key: orderingKey }: DeliveryTable,
	{ id: eventId, body }: EventTable,
	target: Target,
	{ tokenFor, until }: InsertClaim,
): ClaimedDelivery {
	const initial = { lane: 'initial', attempt: 1, failures: 0 } as const;
	const claim = { claimToken: tokenFor(id), claimedUntil: until };
	return { id, eventId, webhookId, orderingKey, ...initial, ...target, body, ...claim };
}
