import type { Caller } from '../../domain/access/caller.ts';
import { formatOfContentType, isFormatOf } from '../../media/formats/formats.ts';
import { requireStickerSize } from '../../media/formats/identify-format.ts';
import { unsupportedMedia } from '../../media/media-errors.ts';
import type { Media } from '../../media/media.ts';
import { VOICE_NOTE_TYPE } from '../../media/voice/voice-notes.ts';
import type { Db } from '../../store/schema.ts';
import type { UploadRow } from '../../store/messages/uploads.ts';
import type { MediaToSend } from '../queueing/message-to-send.ts';
import type { MediaContent } from './message-content.ts';
import { isUploadUrl, uploadOfCallerOrThrow } from '../media/upload-url.ts';

export interface CheckMediaDeps {
	db: Db;
	media: Pick<Media, 'folder' | 'remote' | 'voiceNotes'>;
}

/**
 * Checks the file of a media message before the message is accepted: it exists, the caller may send it, and it has the
 * right type and size. Throws invalid_media_url, media_download_failed, unsupported_media_type, media_too_large.
 */
export async function checkMedia(
	{ db, media }: CheckMediaDeps,
	content: MediaContent,
	caller: Caller,
): Promise<MediaToSend> {
	const { mediaUrl, mediaType, filename, caption, voice } = content;
	if (!isUploadUrl(mediaUrl)) {
		const declared = await media.remote.probe(mediaUrl, mediaType);
		// Whether an OGG file contains Opus is known when it is downloaded.
		const isKnown = declared !== null && declared.mimeType !== VOICE_NOTE_TYPE;
		if (voice && isKnown) media.voiceNotes.requireConversion();
		return { mediaUrl, filename, caption };
	}
	const upload = await uploadOfCallerOrThrow(db, mediaUrl, caller);
	await checkUpload(media, upload, content);
	return { mediaUrl, filename: filename ?? upload.filename, caption };
}

/** A WebP file can be sent as an image and as a sticker, whichever it was uploaded as. */
async function checkUpload(
	{ folder, voiceNotes }: CheckMediaDeps['media'],
	{ file, mime_type: mimeType, size }: UploadRow,
	{ mediaType, voice }: MediaContent,
): Promise<void> {
	if (!isFormatOf(mediaType, mimeType)) {
		throw unsupportedMedia(
			mediaType,
			`The uploaded file is ${formatOfContentType(mimeType)?.name ?? mimeType}`,
		);
	}
	if (mediaType !== 'sticker' && !voice) return;
	const path = await folder.localPath(file);
	if (mediaType === 'sticker') await requireStickerSize({ path, size });
	if (voice && !(await voiceNotes.isVoiceNote({ path, mimeType }))) voiceNotes.requireConversion();
}
