import type { Readable } from 'node:stream';
import { GatewayError } from '../domain/error.ts';
import { findMessage } from '../store/messages/messages.ts';
import type { Db } from '../store/schema.ts';
import type { MediaStorage } from './media-storage.ts';
import { declaredEssenceOf, extensionOf } from './formats.ts';

/** The file of a media message. */
export interface MessageMedia {
	mimeType: string;
	filename: string;
	/** Bytes. */
	size: number;
	content: Readable;
}

/** Of a file whose sender declared no type, or none that a header can contain. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Opens the file of a media message. Throws message_not_found, also where the message has no file. */
export async function openMessageMedia(
	db: Db,
	folder: MediaStorage,
	messageId: string,
): Promise<MessageMedia> {
	const message = await findMessage(db, messageId);
	if (message === undefined) throw noMedia();
	const { media_file: file, mime_type: mimeType } = message;
	if (file === null || mimeType === null) throw noMedia();
	const opened = await folder.open(file);
	if (opened === null) throw noMedia();
	const filename = message.filename ?? `${message.id}.${extensionOf(mimeType)}`;
	return { mimeType: declaredEssenceOf(mimeType) || UNKNOWN_TYPE, filename, ...opened };
}

function noMedia(): GatewayError {
	return new GatewayError(
		'message_not_found',
		'There is no message with this id that has a file. One that is still queued gets its file when it is sent.',
	);
}
