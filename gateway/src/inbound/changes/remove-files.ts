import type { InstanceId } from '../../domain/ids.ts';
import type { MediaStorage } from '../../media/storage/media-storage.ts';
import type { NetworkEvent } from '../../network/network-event.ts';
import { findMessage } from '../../store/messages/messages.ts';
import { isMediaFileReferenced } from '../../store/messages/uploads.ts';
import type { Db } from '../../store/schema.ts';
import { findTargetId } from './record-change.ts';

/**
 * Records events, and then removes the files of the messages that they deleted. The files are marked before, so that the
 * next start removes them if this process ends in between.
 */
export async function removingFiles<T>(
	{ read, folder }: { read: Db; folder: Pick<MediaStorage, 'markPending' | 'confirm' | 'discard'> },
	instanceId: InstanceId,
	events: readonly NetworkEvent[],
	record: () => Promise<T>,
): Promise<T> {
	const files = await filesOfDeleted(read, instanceId, events);
	for (const file of files) await folder.markPending(file);
	try {
		return await record();
	} finally {
		for (const file of files) {
			const isUsed = await isMediaFileReferenced(read, file);
			await (isUsed ? folder.confirm(file) : folder.discard(file));
		}
	}
}

/** The files of the messages of an instance that these events delete. */
async function filesOfDeleted(
	read: Db,
	instanceId: InstanceId,
	events: readonly NetworkEvent[],
): Promise<string[]> {
	const files: string[] = [];
	for (const event of events) {
		if (event.kind !== 'change' || event.change.change !== 'deletion') continue;
		const id = await findTargetId(read, instanceId, event.change.target);
		const message = id === null ? undefined : await findMessage(read, id);
		if (message?.instance_id === instanceId && message.media_file !== null) files.push(message.media_file);
	}
	return files;
}
