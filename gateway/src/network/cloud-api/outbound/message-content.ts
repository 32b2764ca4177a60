import { PermanentSendError } from '../../permanent-send-error.ts';
import type { MediaFile, OutgoingMessage } from '../../network-message.ts';
import { contactObject } from './contact-object.ts';
import { locationObject } from './location-object.ts';
import type { TemplateDefinition } from '../templates/template-definition.ts';
import { templateContent } from './template-content.ts';

/** The ids at Meta to which the body of a message refers. */
export interface Prepared {
	/** Meta's id of the message that is replied to; null: it is no reply. */
	replyTo: string | null;
	/** Meta's id of the uploaded file; null: the message has none. */
	mediaId: string | null;
	/** Null: it is no template message. */
	template: TemplateDefinition | null;
}

/**
 * Creates the fields of a POST to /messages that depend on the kind of the message. Throws PermanentSendError for a
 * kind that Meta does not support.
 */
export function messageContent(
	message: OutgoingMessage,
	{ mediaId, template }: Pick<Prepared, 'mediaId' | 'template'>,
): object {
	const { type, location, contacts, interactive, linkPreview } = message;
	if (message.template !== null && template !== null) {
		const file = mediaId === null ? null : { id: mediaId, filename: message.media?.filename ?? null };
		return { type: 'template', template: templateContent(message.template, template, file) };
	}
	if (interactive !== undefined) return { type: 'interactive', interactive };
	if (message.media !== null && mediaId !== null) {
		return { type, [type]: fileObject(message, message.media, mediaId) };
	}
	if (type === 'location' && location !== undefined) {
		return { type, location: locationObject(location) };
	}
	if (type === 'contacts' && contacts !== undefined) return { type, contacts: contacts.map(contactObject) };
	if (type !== 'text') throw unsupportedKind(type);
	const preview = linkPreview === undefined ? {} : { preview_url: linkPreview };
	return { type: 'text', text: { body: message.content, ...preview } };
}

function fileObject({ type, voice }: OutgoingMessage, { caption, filename }: MediaFile, id: string): object {
	// WhatsApp supports no captions of audio files and stickers, and shows file names only of documents.
	const hasCaption = caption !== null && type !== 'audio' && type !== 'sticker';
	return {
		id,
		...(hasCaption ? { caption } : {}),
		...(filename !== null && type === 'document' ? { filename } : {}),
		...(type === 'audio' && voice === true ? { voice: true } : {}),
	};
}

/** Such as a poll that was queued while the instance was connected by QR code. */
function unsupportedKind(type: string): PermanentSendError {
	return new PermanentSendError({
		code: 'unsupported_media_type',
		message: `The official API does not send messages of type ${type}. Send from an instance connected by QR code, or send a text.`,
	});
}
