import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import { acceptsMessages } from '../../domain/instances/instance.ts';
import type { HeldLeases } from '../../cluster/held-leases.ts';
import { batchReads } from '../../lib/concurrency/batch.ts';
import type { NetworkEvent } from '../../network/network-event.ts';
import { LeaseLost } from '../../store/cluster/leases.ts';
import { retryUntilStored } from '../../store/commit/retry-until-stored.ts';
import { findQueueEnds, type QueueEnd } from '../../store/messages/queue-ends.ts';
import { markMaybeSent, markMaybeSentUntil } from '../../store/messages/send-attempts.ts';
import type { MessageRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { createChatsInMemory } from './chats-in-memory.ts';
import { isLateTransfer, markLateTransfer } from './late-transfers.ts';
import type { ChatKey } from '../../store/chats/chat-key.ts';

/*
 * Transfers are the attempts to hand queued messages to the network. A message can be cancelled only where it is certain
 * that no process began to transfer it. A message is in doubt, and cannot be cancelled, where one of these is true:
 *
 * 1. This process is transferring it, or could not store that it was (`begun`).
 * 2. A transfer of it ended without an answer of the network, in any process: its row says so (send_attempts). A transfer
 *    that the network refused for now leaves no doubt, but does not settle the doubt about an earlier transfer.
 * 3. It was queued when this process took its instance over, and the instance was connected or connecting then
 *    (`inDoubtUntil`): the previous process may have ended in the middle of a transfer. For an instance that was
 *    disconnected or waited for its QR code, 2 covers all transfers: before either status is recorded, the rows of all
 *    messages in doubt are marked, and no transfer begins in between.
 *
 * Another process whose lease was taken may not know it yet. It sends no message that was queued later: it reads the
 * messages to send together with its lease.
 */

/** The state of an instance whose lease this process holds. */
interface Ownership {
	/** The lease by which it runs the instance; see HeldLeases.tenureOf. */
	tenure: number;
	/** Queued messages up to this id are in doubt; null: none. */
	inDoubtUntil: MessageId | null;
}

/** A transfer that this process has begun. */
interface BegunTransfer {
	readonly instanceId: InstanceId;
	/** False: it ended without an answer, which could not be stored. The message is in doubt. */
	isUnderWay: boolean;
	/** Whether the message was in doubt before this transfer. */
	readonly wasInDoubt: boolean;
}

export interface Transfers {
	/** Finds which messages of an instance are in doubt. Call it with the lease, before a connection is opened. */
	takeOver(instanceId: InstanceId): Promise<void>;
	/** Whether transfers of an instance may begin. */
	isOpen(instanceId: InstanceId): boolean;
	/** Runs `record` for a report of the network: transfers may begin after it records a connection, none after its end. */
	whileRecording(
		instanceId: InstanceId,
		events: readonly NetworkEvent[],
		record: () => Promise<void>,
	): Promise<void>;
	/** The sender reads the messages of a chat, and has them in memory until the chat is released. */
	chatTaken(chat: ChatKey): void;
	chatReleased(chat: ChatKey): void;
	/**
	 * Begins a transfer, after a running cancellation has ended. Returns false where the message was cancelled, was sent
	 * from its previous chat, or may not be sent on this connection any more. Throws where the message has to be read
	 * again, such as during another transfer of it. `isCurrent`: whether the instance has the same connection as when the
	 * message was read; without it, another gateway may have cancelled the message.
	 */
	begin(message: MessageRow, isCurrent: () => boolean): Promise<boolean>;
	/** The outcome of a transfer is recorded. */
	completed(message: MessageRow): void;
	/** The network refused a transfer for now: it does not have the message, unless from an earlier transfer. */
	rejected(message: MessageRow): Promise<void>;
	/** The outcome of a transfer is not known. */
	outcomeUnknown(message: MessageRow): Promise<void>;
	/**
	 * Runs the commit that cancels a queued message; no transfer of it begins meanwhile, nor afterwards if the commit
	 * returns true. `assertOwned` throws if this process has not run the instance all the time, or if the message is in
	 * doubt, and has to be called in the commit after the lease was locked. Throws message_being_sent for a message in doubt.
	 */
	cancel(message: MessageRow, commit: (assertOwned: () => void) => Promise<boolean>): Promise<boolean>;
}

export interface TransfersDeps {
	store: Pick<Store, 'read' | 'commit'>;
	clock: Clock;
	leases: Pick<HeldLeases, 'tenureOf'>;
	/** Whether the gateway is stopping: then no write is retried. */
	isStopping: () => boolean;
}

export function createTransfers({ store, clock, leases, isStopping }: TransfersDeps): Transfers {
	const owned = new Map<InstanceId, Ownership>();
	const open = new Set<InstanceId>();
	const begun = new Map<MessageId, BegunTransfer>();
	const cancelling = new Map<MessageId, Promise<boolean>>();
	const inMemory = createChatsInMemory();

	/** One query for all instances that are taken over at the same time. */
	const findQueueEnd = batchReads<InstanceId, QueueEnd | undefined>(async (instanceIds) => {
		const ends = await findQueueEnds(store.read, instanceIds);
		return instanceIds.map((id) => ends.get(id));
	});

	/** Marks the messages in doubt of an instance that will have no connection. */
	async function markInDoubt(instanceId: InstanceId): Promise<void> {
		const ids = [...begun].filter(([, transfer]) => transfer.instanceId === instanceId).map(([id]) => id);
		const last = owned.get(instanceId)?.inDoubtUntil ?? null;
		if (ids.length === 0 && last === null) return;
		await store.commit(async ({ db }) => {
			await markMaybeSent(db, ids);
			if (last !== null) await markMaybeSentUntil(db, instanceId, last);
		});
	}

	/** Whether the network may have a message, by what this process knows. */
	function isInDoubt({ id, instance_id: instanceId }: MessageRow): boolean {
		const last = owned.get(instanceId)?.inDoubtUntil ?? null;
		return begun.has(id) || (last !== null && id <= last);
	}

	async function outcomeUnknown({ id }: MessageRow): Promise<void> {
		try {
			await store.commit(({ db }) => markMaybeSent(db, [id]));
			begun.delete(id);
		} catch {
			// The doubt could not be stored, so this process remembers it.
			const transfer = begun.get(id);
			if (transfer !== undefined) transfer.isUnderWay = false;
		}
	}

	return {
		async takeOver(instanceId) {
			const tenure = leases.tenureOf(instanceId);
			const isKnown = (): boolean => owned.get(instanceId)?.tenure === tenure;
			if (tenure === null || isKnown()) return;
			const end = await findQueueEnd(instanceId);
			const inDoubtUntil = end !== undefined && acceptsMessages(end.status) ? end.newestQueued : null;
			// The first read counts: after it, this process itself may have connected the instance.
			if (!isKnown()) owned.set(instanceId, { tenure, inDoubtUntil });
		},
		isOpen: (instanceId) => open.has(instanceId),
		async whileRecording(instanceId, events, record) {
			if (events.some(endsConnection)) {
				open.delete(instanceId);
				await retryUntilStored(clock, isStopping, () => markInDoubt(instanceId));
			}
			const joins = events.some(({ kind }) => kind === 'same_person');
			await (joins ? inMemory.runMove(instanceId, record) : record());
			const last = events.findLast((event) => endsConnection(event) || event.kind === 'connected');
			if (last?.kind === 'connected') open.add(instanceId);
		},
		chatTaken(chat) {
			inMemory.taken(chat);
		},
		chatReleased(chat) {
			inMemory.released(chat);
		},
		async begin(message, isCurrent) {
			const { id, instance_id: instanceId } = message;
			for (let pending = cancelling.get(id); pending !== undefined; pending = cancelling.get(id)) {
				await pending.catch(() => false);
			}
			// That transfer began while the message was in another chat. It may be sent again once the transfer has ended.
			if (begun.get(id)?.isUnderWay === true)
				throw new Error('The message is read again: it is being transferred already.');
			const exclusion = inMemory.exclusionOf(id);
			if (exclusion?.isCertain === false) throw new Error('The message is read again: it may be cancelled.');
			const canBegin = (): boolean => open.has(instanceId) && isCurrent();
			if (exclusion !== null || !canBegin()) return false;
			const wasInDoubt = begun.has(id);
			const transfer: BegunTransfer = { instanceId, isUnderWay: true, wasInDoubt };
			begun.set(id, transfer);
			if (!isLateTransfer(message, clock.now())) return true;
			let hasBegun = false;
			try {
				hasBegun = (await markLateTransfer(store.commit, id)) && canBegin();
			} finally {
				if (!hasBegun) transfer.isUnderWay = false;
				if (!hasBegun && !wasInDoubt) begun.delete(id);
			}
			return hasBegun;
		},
		completed({ id, instance_id: instanceId }) {
			begun.delete(id);
			inMemory.finished(id, instanceId);
		},
		async rejected(message) {
			if (begun.get(message.id)?.wasInDoubt === true) await outcomeUnknown(message);
			else begun.delete(message.id);
		},
		outcomeUnknown,
		async cancel(message, commit) {
			const { id, instance_id: instanceId } = message;
			const tenure = leases.tenureOf(instanceId);
			const assertOwned = (): void => {
				if (tenure === null || owned.get(instanceId)?.tenure !== tenure) throw new LeaseLost();
				if (leases.tenureOf(instanceId) !== tenure) throw new LeaseLost();
				// Again: the instance may have been taken over since the check before the commit.
				if (isInDoubt(message)) throw beingSent();
			};
			if (isInDoubt(message) || cancelling.has(id)) throw beingSent();
			const work = commit(assertOwned);
			cancelling.set(id, work);
			try {
				const wasCancelled = await work;
				if (wasCancelled) inMemory.exclude(id, true);
				return wasCancelled;
			} catch (error) {
				// A commit that reported an error at its end may be durable nevertheless.
				if (!isBeingSent(error)) inMemory.exclude(id, false);
				throw error;
			} finally {
				cancelling.delete(id);
			}
		},
	};
}

/** Whether an event says that the instance has no connection any more. */
function endsConnection({ kind }: NetworkEvent): boolean {
	return kind === 'disconnected' || kind === 'qr';
}

function isBeingSent(error: unknown): boolean {
	return error instanceof GatewayError && error.code === 'message_being_sent';
}

/** The error for a message that the network may have. */
export function beingSent(): GatewayError {
	return new GatewayError(
		'message_being_sent',
		'The message is being sent, or may have been sent before the gateway or its connection was interrupted. Wait for its status; once it is sent, it can be deleted for everyone.',
	);
}
