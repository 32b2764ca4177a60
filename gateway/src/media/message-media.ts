import { GatewayError } from '../domain/error.ts';
import { findMessage } from '../store/messages/messages.ts';
import type { Db } from '../store/schema.ts';
import type { ByteRange } from './byte-range.ts';
import { declaredEssenceOf, extensionOf } from './formats/formats.ts';
import type { MediaStorage, OpenedFile } from './storage/media-storage.ts';

/** The file of a media message. */
export interface MessageMedia {
	mimeType: string;
	filename: string;
	/** Names the bytes of the file, which never change (a strong entity tag of RFC 9110). */
	etag: string;
	/** Opens the file, or a part of it. Throws message_not_found and UnsatisfiableRange. */
	open(range: ByteRange | null): Promise<OpenedFile>;
}

/** Of a file whose sender declared no type, or none that a header can contain. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Finds the file of a media message. Throws message_not_found, also where the message has no file. */
export async function findMessageMedia(
	db: Db,
	folder: Pick<MediaStorage, 'open'>,
	messageId: string,
): Promise<MessageMedia> {
	const message = await findMessage(db, messageId);
	if (message === undefined) throw noMedia();
	const { media_file: file, mime_type: mimeType } = message;
	if (file === null || mimeType === null) throw noMedia();
	return {
		mimeType: declaredEssenceOf(mimeType) || UNKNOWN_TYPE,
		filename: message.filename ?? `${message.id}.${extensionOf(mimeType)}`,
		etag: `"${file.split('/').at(-1) ?? file}"`,
		async open(range) {
			const opened = await folder.open(file, range);
			if (opened === null) throw noMedia();
			return opened;
		},
	};
}

function noMedia(): GatewayError {
	return new GatewayError(
		'message_not_found',
		'There is no message with this id that has a file. One that is still queued gets its file when it is sent.',
	);
}
