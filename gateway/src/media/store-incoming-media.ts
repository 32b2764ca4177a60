import type { InstanceId } from '../domain/ids.ts';
import type { IncomingMessage, NetworkEvent } from '../network/driver.ts';
import type { MediaFolder } from './media-folder.ts';

export interface IncomingMediaDeps {
	folder: MediaFolder;
	/** Makes the events durable. */
	record: (events: readonly NetworkEvent[]) => Promise<void>;
	/** Returns the stored file of a received message, or null if the message is not stored or has no file. */
	storedFile: (message: Pick<IncomingMessage, 'networkId' | 'source'>) => Promise<string | null>;
}

/**
 * Moves the files of received messages into the media folder, then records the events. Confirms a file if its message
 * was stored with it. Discards the file of a message that was reported twice or not stored.
 */
export async function storeIncomingMedia(
	instanceId: InstanceId,
	events: readonly NetworkEvent[],
	{ folder, record, storedFile }: IncomingMediaDeps,
): Promise<void> {
	const moved: { file: string; message: IncomingMessage }[] = [];
	const moveFile = async (message: IncomingMessage): Promise<IncomingMessage> => {
		if (message.media === null) return message;
		const file = await folder.moveIn(instanceId, message.media.path);
		moved.push({ file, message });
		return { ...message, media: { ...message.media, path: folder.pathOf(file) } };
	};
	try {
		const withStoredFiles: NetworkEvent[] = [];
		for (const event of events) {
			withStoredFiles.push(
				event.kind === 'message' ? { ...event, message: await moveFile(event.message) } : event,
			);
		}
		await record(withStoredFiles);
	} finally {
		for (const { file, message } of moved) {
			if ((await storedFile(message)) === file) await folder.confirm(file);
			else await folder.discard(file);
		}
	}
}
