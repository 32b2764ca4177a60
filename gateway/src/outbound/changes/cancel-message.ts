import type { Clock } from '../../domain/clock.ts';
import type { NewId } from '../../domain/ids.ts';
import { acceptsMessages } from '../../domain/instances/instance.ts';
import type { MessageFailure } from '../../domain/messages/message.ts';
import { recordStatusUpdates } from '../../inbound/messages/record-statuses.ts';
import { UNFENCED, type Fence } from '../../store/cluster/leases.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { refundCredits } from '../../store/instances/credits.ts';
import { lockInstance } from '../../store/instances/instances.ts';
import { lockMessages } from '../../store/messages/messages.ts';
import { mayHaveBeenSent } from '../../store/messages/send-attempts.ts';
import type { MessageRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { beingSent, type Transfers } from '../sending/transfers.ts';

export const CANCELLED: MessageFailure = {
	code: 'cancelled',
	message: 'The message was cancelled before it was sent.',
};

export interface CancelDeps {
	store: Pick<Store, 'commit'>;
	clock: Clock;
	newId: NewId;
	fence: Fence;
	transfers: Pick<Transfers, 'cancel'>;
	/** Balance of messages; null: unlimited. */
	credits: number | null;
}

/**
 * Cancels a message that was scheduled or queued when its row was read. Returns false if its status has changed since.
 * A cancelled message never reaches the network: see transfers.ts. Throws message_being_sent where the network may have
 * it, and service_unavailable while another gateway takes its instance over.
 */
export async function cancelMessage(deps: CancelDeps, message: MessageRow): Promise<boolean> {
	const { store, transfers } = deps;
	if (message.status === 'scheduled') return store.commit((scope) => cancelScheduled(scope, deps, message));
	return transfers.cancel(message, (assertOwned) =>
		store.commit((scope) => cancelQueued(scope, deps, message, assertOwned)),
	);
}

async function cancelScheduled(
	scope: CommitScope,
	deps: CancelDeps,
	{ id, status }: MessageRow,
): Promise<boolean> {
	const current = (await lockMessages(scope.db, [id])).get(id);
	if (current?.status !== status) return false;
	await fail(scope, deps, current);
	return true;
}

async function cancelQueued(
	scope: CommitScope,
	deps: CancelDeps,
	{ id, status, instance_id: instanceId }: MessageRow,
	assertOwned: () => void,
): Promise<boolean> {
	const current = (await lockMessages(scope.db, [id])).get(id);
	if (current?.status !== status) return false;
	if (mayHaveBeenSent(current)) throw beingSent();
	// The lock keeps an instance that is not connected in that state until the end of this commit: it sends nothing.
	const instance = await lockInstance(scope.db, instanceId);
	if (instance !== undefined && acceptsMessages(instance.status)) {
		await deps.fence(scope, [instanceId]);
		assertOwned();
	}
	await fail(scope, deps, current);
	return true;
}

async function fail(
	scope: CommitScope,
	{ clock, newId, credits }: CancelDeps,
	{ id: messageId, instance_id: instanceId }: MessageRow,
): Promise<void> {
	const update = { instanceId, messageId, failure: CANCELLED, refused: true as const, at: clock.now() };
	await recordStatusUpdates(scope, newId, [update], UNFENCED);
	if (credits !== null) await refundCredits(scope.db, 1);
}
