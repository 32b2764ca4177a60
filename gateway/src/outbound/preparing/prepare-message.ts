import type { SendingCaller } from '../../domain/access/caller.ts';
import { METADATA_LIMIT } from '../../domain/messages/message.ts';
import { checkMedia, type CheckMediaDeps } from './check-media.ts';
import { sendingInstanceOrThrow } from '../queueing/sending-instance.ts';
import { invalidParameters } from '../../domain/invalid-parameters.ts';
import type { MessageToSend } from '../queueing/message-to-send.ts';
import { contentOf, mediaDescription, type ContentFields, type MessageContent } from './message-content.ts';

/** A request to send a message. */
export interface SendFields extends ContentFields {
	instanceId: string;
	to: string;
	quotedMessageId?: string;
	metadata?: Record<string, unknown>;
	/** When to send it: an ISO date with its time zone. */
	sendAt?: string;
	/** Whether to send it although a person owns the chat. */
	force?: boolean;
}

/**
 * Checks the fields of a request to send. Throws invalid_parameters. The returned function checks the file at its
 * server, and returns the message; it throws invalid_instance, instance_disconnected, invalid_media_url,
 * media_too_large, media_download_failed, unsupported_media_type.
 */
export function prepareMessage(
	deps: CheckMediaDeps & { caller: SendingCaller },
	fields: SendFields,
): () => Promise<MessageToSend> {
	const { instanceId, to, quotedMessageId = null, metadata = null, force = false } = fields;
	if (metadata !== null && Buffer.byteLength(JSON.stringify(metadata)) > METADATA_LIMIT) {
		throw invalidParameters(`"metadata" must be at most ${METADATA_LIMIT} bytes when serialised`);
	}
	const content = contentOf(fields);
	const sendAt = timeOf(fields.sendAt);
	return async () => ({
		instanceId,
		to,
		...(await checkedContent(deps, instanceId, content)),
		details: content.details,
		quotedMessageId,
		metadata,
		template: null,
		sendAt,
		force,
		isFromPerson: deps.caller.kind === 'user',
	});
}

/** Epoch milliseconds; null: at once. A leap second has the right form but is no time. */
function timeOf(sendAt: string | undefined): number | null {
	if (sendAt === undefined) return null;
	const time = Date.parse(sendAt);
	if (Number.isNaN(time)) throw invalidParameters('"sendAt" must be a date with a time and a time zone');
	return time;
}

async function checkedContent(
	deps: CheckMediaDeps & { caller: SendingCaller },
	instanceId: string,
	content: MessageContent,
): Promise<Pick<MessageToSend, 'type' | 'content' | 'media'>> {
	if (content.kind === 'text') return { type: content.type, content: content.text, media: null };
	// The instance is checked first: without one the file's server gets no request.
	await sendingInstanceOrThrow(deps.db, instanceId);
	const media = await checkMedia(deps, content.media, deps.caller);
	const { mediaType, voice } = content.media;
	return { type: mediaType, content: mediaDescription({ mediaType, voice, ...media }), media };
}
