import type { Caller } from '../domain/caller.ts';
import { GatewayError } from '../domain/error.ts';
import { METADATA_LIMIT } from '../domain/message.ts';
import type { RemoteMedia } from '../media/remote-media.ts';
import type { Db } from '../store/schema.ts';
import { checkMedia } from './check-media.ts';
import { sendingInstanceOrThrow } from './enqueue-messages.ts';
import type { MessageToSend } from './message-to-send.ts';
import { contentOf, mediaDescription, type ContentFields, type MessageContent } from './message-content.ts';

/** A request to send a text or a file. */
export interface SendFields extends ContentFields {
	instanceId: string;
	to: string;
	quotedMessageId?: string;
	metadata?: Record<string, unknown>;
	/** A timestamp. */
	sendAt?: string;
}

/**
 * Checks the fields of a request to send. Throws invalid_parameters. The returned function checks the file at its
 * server, and returns the message; it throws invalid_instance, instance_disconnected, invalid_media_url,
 * media_too_large, media_download_failed.
 */
export function prepareMessage(
	deps: { db: Db; remote: RemoteMedia; caller: Caller },
	fields: SendFields,
): () => Promise<MessageToSend> {
	const { instanceId, to, quotedMessageId = null, metadata = null } = fields;
	if (metadata !== null && Buffer.byteLength(JSON.stringify(metadata)) > METADATA_LIMIT) {
		throw new GatewayError(
			'invalid_parameters',
			`"metadata" must be at most ${METADATA_LIMIT} bytes when serialised.`,
		);
	}
	const content = contentOf(fields);
	return async () => ({
		instanceId,
		to,
		...(await checkedContent(deps, instanceId, content)),
		quotedMessageId,
		metadata,
		template: null,
		details: {},
		sendAt: fields.sendAt === undefined ? null : Date.parse(fields.sendAt),
	});
}

async function checkedContent(
	{ db, remote, caller }: { db: Db; remote: RemoteMedia; caller: Caller },
	instanceId: string,
	content: MessageContent,
): Promise<Pick<MessageToSend, 'type' | 'content' | 'media'>> {
	if (content.kind === 'text') return { type: 'text', content: content.text, media: null };
	// The instance is checked first: without one the file's server gets no request.
	await sendingInstanceOrThrow(db, instanceId);
	const media = await checkMedia(db, remote, content, caller);
	return { type: content.mediaType, content: mediaDescription(content.mediaType, media), media };
}
