import type { InstanceId } from '../domain/ids.ts';
import type { EchoedMessage, IncomingMessage, NetworkEvent } from '../network/network-event.ts';
import type { NetworkSource } from '../network/network-message.ts';
import type { MediaStorage } from './storage/media-storage.ts';

/** Events of a network, with the pending files of their messages in the media folder. */
export interface StoredMedia {
	events: readonly NetworkEvent[];
	/**
	 * Confirms the files whose messages are stored, and discards the file of a message that was reported twice or not
	 * stored. `findStored` returns the file that is stored of a message, or null.
	 */
	settle(
		findStored: (message: { networkId: string; source: NetworkSource }) => Promise<string | null>,
	): Promise<void>;
}

/** A message from the phone has no source: its network id alone identifies it. */
const NO_SOURCE: NetworkSource = { chat: '', sender: '' };

/** Moves the files of reported messages into the media folder. On an error, the files moved so far are discarded. */
export async function storeIncomingMedia(
	folder: MediaStorage,
	instanceId: InstanceId,
	events: readonly NetworkEvent[],
): Promise<StoredMedia> {
	const moved: { file: string; message: { networkId: string; source: NetworkSource } }[] = [];

	async function moveIn<Message extends IncomingMessage | EchoedMessage>(message: Message): Promise<Message> {
		if (message.media === null) return message;
		const file = await folder.moveIn(instanceId, message.media.path);
		const source = 'source' in message ? message.source : NO_SOURCE;
		moved.push({ file, message: { networkId: message.networkId, source } });
		return { ...message, media: { ...message.media, path: folder.pathOf(file) } };
	}

	const settle: StoredMedia['settle'] = async (findStored) => {
		for (const { file, message } of moved) {
			if ((await findStored(message)) === file) await folder.confirm(file);
			else await folder.discard(file);
			await folder.release(file);
		}
	};

	try {
		const stored: NetworkEvent[] = [];
		for (const event of events) {
			if (event.kind === 'message') stored.push({ ...event, message: await moveIn(event.message) });
			else if (event.kind === 'echo') stored.push({ ...event, message: await moveIn(event.message) });
			else stored.push(event);
		}
		return { events: stored, settle };
	} catch (error) {
		await settle(() => Promise.resolve(null));
		throw error;
	}
}
