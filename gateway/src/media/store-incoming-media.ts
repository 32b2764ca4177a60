import type { InstanceId } from '../domain/ids.ts';
import type { IncomingMessage, NetworkEvent } from '../network/driver.ts';
import type { MediaFolder } from './media-folder.ts';

/** Events of a network whose messages' files lie in the media folder, each to be confirmed or discarded. */
export interface StoredMedia {
	events: readonly NetworkEvent[];
	/**
	 * Keeps the files whose messages were stored with them; discards that of a message that was reported twice, or was
	 * not stored. `findStored` returns the file that is stored of a message, or null.
	 */
	settle(
		findStored: (message: Pick<IncomingMessage, 'networkId' | 'source'>) => Promise<string | null>,
	): Promise<void>;
}

/** Moves the files of reported messages into the media folder. On an error, the files moved so far are discarded. */
export async function storeIncomingMedia(
	folder: MediaFolder,
	instanceId: InstanceId,
	events: readonly NetworkEvent[],
): Promise<StoredMedia> {
	const moved: { file: string; message: IncomingMessage }[] = [];

	async function moveIn(message: IncomingMessage): Promise<IncomingMessage> {
		if (message.media === null) return message;
		const file = await folder.moveIn(instanceId, message.media.path);
		moved.push({ file, message });
		return { ...message, media: { ...message.media, path: folder.pathOf(file) } };
	}

	const settle: StoredMedia['settle'] = async (findStored) => {
		for (const { file, message } of moved) {
			if ((await findStored(message)) === file) await folder.confirm(file);
			else await folder.discard(file);
		}
	};

	try {
		const stored: NetworkEvent[] = [];
		for (const event of events) {
			stored.push(event.kind === 'message' ? { ...event, message: await moveIn(event.message) } : event);
		}
		return { events: stored, settle };
	} catch (error) {
		await settle(() => Promise.resolve(null));
		throw error;
	}
}
