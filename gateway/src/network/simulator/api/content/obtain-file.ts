import type { Caller } from '../../../../domain/access/caller.ts';
import type { Dependencies } from '../../../../http/server/dependencies.ts';
import { formatOfContentType, isFormatOf } from '../../../../media/formats/formats.ts';
import { unsupportedMedia } from '../../../../media/media-errors.ts';
import { isUploadUrl, uploadOfCallerOrThrow } from '../../../../outbound/media/upload-url.ts';
import type { ObtainFile } from './written-content.ts';

/** Returns a function that obtains files for a caller: from a server, or from the caller's uploads. */
export function createObtainFile({
	store,
	media: { folder, remote },
}: Pick<Dependencies, 'store' | 'media'>): (caller: Caller) => ObtainFile {
	return (caller) => async (owner, mediaUrl, mediaType) => {
		if (!isUploadUrl(mediaUrl)) {
			return { ...(await remote.download(owner, mediaUrl, mediaType)), filename: null };
		}
		const row = await uploadOfCallerOrThrow(store.read, mediaUrl, caller);
		const { file, filename, mime_type: mimeType } = row;
		// A WebP file is an image and a sticker.
		if (!isFormatOf(mediaType, mimeType)) {
			const name = formatOfContentType(mimeType)?.name ?? mimeType;
			throw unsupportedMedia(mediaType, `The uploaded file is ${name}`);
		}
		const linked = await folder.link(owner, file);
		return { file: linked, path: folder.pathOf(linked), mimeType, filename };
	};
}
