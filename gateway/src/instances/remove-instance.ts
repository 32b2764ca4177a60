import type { Logger } from 'pino';
import type { Clock } from '../domain/clock.ts';
import type { InstanceId } from '../domain/ids.ts';
import type { MediaStorage } from '../media/storage/media-storage.ts';
import { DELETE_SOME_ROWS, touchDeletion } from '../store/instances/deletion.ts';
import { deleteInstance as deleteRow } from '../store/instances/instances.ts';
import { deleteSomeMessages } from '../store/messages/messages.ts';
import type { Store } from '../store/store.ts';
import { deleteWebhooksOf } from '../store/webhooks/webhooks.ts';

export interface RemovalDeps {
	store: Store;
	clock: Clock;
	folder: MediaStorage;
	log: Pick<Logger, 'warn'>;
}

/** The rows deleted per commit: so few that other commits wait only a few milliseconds. */
const BATCH = { rows: 500, bytes: 512 * 1024 };

/**
 * Deletes the messages of an instance whose deletion has begun, then its chats, its contacts and its session, 500 rows per
 * commit, before the instance itself. Stops between two commits, and returns false, where `shouldContinue` returns false.
 */
export async function removeRows(
	{ store, clock }: Pick<RemovalDeps, 'store' | 'clock'>,
	id: InstanceId,
	shouldContinue: () => boolean = () => true,
): Promise<boolean> {
	for (const deleteSome of [deleteSomeMessages, ...DELETE_SOME_ROWS]) {
		const deleteBatch = (): Promise<number> =>
			store.commit(async ({ db }) => {
				await touchDeletion(db, id, clock.now());
				return deleteSome(db, id, BATCH.rows);
			}, BATCH);
		do {
			if (!shouldContinue()) return false;
		} while ((await deleteBatch()) === BATCH.rows);
	}
	return true;
}

/** Deletes an instance with all rows of it that are left, and its media. */
export async function removeInstance(
	{ store, folder, log }: Omit<RemovalDeps, 'clock'>,
	id: InstanceId,
): Promise<void> {
	await folder.markOwnerPending(id).catch((error: unknown) => {
		log.warn({ err: error }, 'the media of an instance that is being deleted could not be marked');
	});
	await store.commit(async ({ db, emit }) => {
		await deleteWebhooksOf(db, id);
		await deleteRow(db, id);
		emit({ kind: 'instance_changed', instanceId: id });
	});
	await folder.removeOwner(id).catch((error: unknown) => {
		log.warn(
			{ err: error },
			'the media of a deleted instance could not be removed; the next start removes them',
		);
	});
}
