import type { Clock } from '../domain/clock.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import type { MediaStorage } from '../media/storage/media-storage.ts';
import { storeIncomingMedia } from '../media/store-incoming-media.ts';
import type { NetworkEvent } from '../network/network-event.ts';
import { LeaseLost, type Fence } from '../store/cluster/leases.ts';
import { retryUntilStored } from '../store/commit/retry-until-stored.ts';
import { findReceivedMessage } from '../store/messages/received-messages.ts';
import type { Store } from '../store/store.ts';
import { removingFiles } from './changes/remove-files.ts';
import { createPresences } from './people/presences.ts';
import { withVisibleNames } from './people/visible-names.ts';
import { prepareWrites } from './prepare-writes.ts';
import { createBatchRecorder } from './record-batch.ts';
import type { StatusUpdate } from './messages/record-statuses.ts';

/** Records what networks report. */
export interface Recorder {
	/**
	 * Records what a network reported of an instance, in one transaction; retries while the database or the file storage
	 * cannot be reached. Recording the same report again changes nothing. Throws LeaseLost if another gateway holds the
	 * instance's lease. After any other error it publishes `connection_failed`: the network reports again on a new
	 * connection.
	 */
	recordReport: (instanceId: InstanceId, events: readonly NetworkEvent[]) => Promise<void>;
	/** Records a status of an outbound message; retries while the database cannot be reached. */
	recordStatus: (update: StatusUpdate) => Promise<void>;
}

export interface RecorderDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
	fence: Fence;
	folder: MediaStorage;
	/** Whether the gateway is stopping: then the recorder does not retry. */
	isStopping: () => boolean;
	/** Called when a report could not be recorded. */
	onError: (error: unknown, instanceId: InstanceId) => void;
}

export function createRecorder(deps: RecorderDeps): Recorder {
	const { store, clock, newId, fence, folder, isStopping, onError } = deps;
	const recordBatch = createBatchRecorder({ store, clock, newId, fence });
	const presences = createPresences();

	/** The media folder with retries, because files may be in a bucket that cannot be reached for a while. */
	const retryingFolder: MediaStorage = {
		...folder,
		moveIn: (...file) => retryUntilStored(clock, isStopping, () => folder.moveIn(...file)),
		markPending: (file) => retryUntilStored(clock, isStopping, () => folder.markPending(file)),
	};

	async function recordReport(instanceId: InstanceId, reported: readonly NetworkEvent[]): Promise<void> {
		const media = await storeIncomingMedia(retryingFolder, instanceId, reported.map(withVisibleNames));
		try {
			await removingFiles({ read: store.read, folder: retryingFolder }, instanceId, media.events, () =>
				retryUntilStored(clock, isStopping, async () =>
					recordBatch(await prepareWrites(instanceId, media.events, { newId, clock, presences })),
				),
			);
		} finally {
			await media.settle(async ({ networkId, source }) => {
				const stored = await findReceivedMessage(store.read, { instanceId, networkId, source });
				return stored?.media_file ?? null;
			});
		}
	}

	return {
		async recordReport(instanceId, events) {
			try {
				await recordReport(instanceId, events);
			} catch (error) {
				onError(error, instanceId);
				if (!(error instanceof LeaseLost)) store.publish({ kind: 'connection_failed', instanceId });
				throw error;
			}
		},
		async recordStatus(update) {
			await retryUntilStored(clock, isStopping, () => recordBatch({ statuses: [update] }));
		},
	};
}
