import type { proto } from 'baileys';
import type { MessageId } from '../../../domain/ids.ts';
import { isMediaType } from '../../../domain/messages/message.ts';
import { createExpiringMap } from '../../../lib/bounded/expiring-map.ts';
import type { Device } from '../device.ts';
import { outgoingContent } from './outgoing-content.ts';

/** Size and lifetime, in milliseconds, of the cache. */
const CACHE = { limit: 100, ttl: 10 * 60_000 };

/** Builds the content of a sent message again from the store; undefined: the message, or its file, was removed. */
export type RebuildContent = (messageId: MessageId) => Promise<proto.IMessage | undefined>;

/**
 * Everybody who requests a message soon after another gets the same content: in a group whose members all request a file,
 * it is uploaded once.
 */
export function createRebuildContent(device: Device): RebuildContent {
	const rebuilt = createExpiringMap<Promise<proto.IMessage | undefined>>(device.clock, CACHE);

	async function rebuild(messageId: MessageId): Promise<proto.IMessage | undefined> {
		const message = await device.context.messages.find(messageId, { withFile: true });
		if (message === null || message.isDeleted) return undefined;
		// Without its file, which was removed, only the description would be sent, as a text.
		if (isMediaType(message.type) && message.media === null) return undefined;
		return outgoingContent(device, await device.connection(), message);
	}

	return (messageId) => {
		const known = rebuilt.get(messageId);
		if (known !== undefined) return known;
		const content = rebuild(messageId);
		rebuilt.set(messageId, content);
		content.catch(() => {
			rebuilt.delete(messageId);
		});
		return content;
	};
}
