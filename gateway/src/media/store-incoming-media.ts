import type { InstanceId } from '../domain/ids.ts';
import type { IncomingMessage, NetworkEvent } from '../network/driver.ts';
import type { MediaFolder } from './folder.ts';

/** What taking over needs of the rest of the gateway. */
export interface IncomingMediaDeps {
	folder: MediaFolder;
	/** Makes the events durable. */
	record: (events: readonly NetworkEvent[]) => Promise<void>;
	/** The file that is stored of a message the network reported, or null. */
	storedFile: (message: Pick<IncomingMessage, 'networkId' | 'source'>) => Promise<string | null>;
}

/**
 * Records what a network reported, with the files of its messages moved into the media folder. A file stays when
 * its message was stored with it; that of a message told twice, or not stored at all, goes.
 */
export async function storeIncomingMedia(
	instanceId: InstanceId,
	events: readonly NetworkEvent[],
	{ folder, record, storedFile }: IncomingMediaDeps,
): Promise<void> {
	const taken: { file: string; message: IncomingMessage }[] = [];
	const takeOver = async (message: IncomingMessage): Promise<IncomingMessage> => {
		if (message.media === null) return message;
		const file = await folder.moveIn(instanceId, message.media.path);
		taken.push({ file, message });
		return { ...message, media: { ...message.media, path: folder.pathOf(file) } };
	};
	try {
		const told: NetworkEvent[] = [];
		for (const event of events) {
			told.push(event.kind === 'message' ? { ...event, message: await takeOver(event.message) } : event);
		}
		await record(told);
	} finally {
		for (const { file, message } of taken) {
			if ((await storedFile(message)) === file) await folder.confirm(file);
			else await folder.discard(file);
		}
	}
}
