import type { Logger } from 'pino';
import type { Clock } from '../domain/clock.ts';
import type { MediaStorage } from '../media/media-storage.ts';
import { touchDeletion } from '../store/instances/deletion.ts';
import { deleteInstance as deleteRow } from '../store/instances/instances.ts';
import { deleteSomeMessages } from '../store/messages/messages.ts';
import type { InstanceRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { deleteWebhooksOf } from '../store/webhooks/webhooks.ts';

export interface RemovalDeps {
	store: Store;
	clock: Clock;
	folder: MediaStorage;
	log: Pick<Logger, 'warn'>;
}

/** The messages deleted per commit: so few that other commits wait only a few milliseconds. */
const BATCH = { rows: 500, bytes: 512 * 1024 };

/**
 * Deletes the rows and the media of an instance whose deletion has begun: its messages first, 500 per commit. Stops
 * between two commits where `shouldContinue` returns false. `beforeLast` runs before the commit that deletes the instance.
 */
export async function removeInstance(
	{ store, clock, folder, log }: RemovalDeps,
	{ id }: Pick<InstanceRow, 'id'>,
	shouldContinue: () => boolean = () => true,
	beforeLast: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
	const deleteBatch = (): Promise<number> =>
		store.commit(async ({ db }) => {
			await touchDeletion(db, id, clock.now());
			return deleteSomeMessages(db, id, BATCH.rows);
		}, BATCH);
	do {
		if (!shouldContinue()) return;
	} while ((await deleteBatch()) === BATCH.rows);
	await beforeLast();
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
