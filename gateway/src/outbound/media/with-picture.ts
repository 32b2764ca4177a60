import type { Caller } from '../../domain/access/caller.ts';
import type { InstanceId } from '../../domain/ids.ts';
import { formatOfContentType, isFormatOf } from '../../media/formats/formats.ts';
import { unsupportedMedia } from '../../media/media-errors.ts';
import type { Media } from '../../media/media.ts';
import type { MediaFile } from '../../network/network-message.ts';
import type { Db } from '../../store/schema.ts';
import { isUploadUrl, uploadOfCallerOrThrow } from './upload-url.ts';

interface PictureDeps {
	store: { read: Db };
	media: Pick<Media, 'folder' | 'remote'>;
}

/** A picture to set. */
interface Picture {
	instanceId: InstanceId;
	/** The URL of an image, or the mediaUrl of an upload; null: the picture is removed; undefined: it stays. */
	picture: string | null | undefined;
	caller: Caller;
}

/**
 * Fetches the picture of a group or of a profile, calls `use` with the change, and discards the file. Throws
 * invalid_media_url, media_download_failed, unsupported_media_type, media_too_large, and what `use` throws.
 */
export async function withPicture<T>(
	deps: PictureDeps,
	{ instanceId, picture, caller }: Picture,
	use: (change: { picture?: MediaFile | null }) => Promise<T>,
): Promise<T> {
	if (picture === undefined) return use({});
	if (picture === null) return use({ picture: null });
	const { file, mimeType } = await obtain(deps, instanceId, picture, caller);
	const { folder } = deps.media;
	try {
		const path = await folder.localPath(file);
		return await use({ picture: { path, mimeType, filename: null, caption: null } });
	} finally {
		await folder.discard(file);
	}
}

/** Stores the file in the folder of the instance, where it is pending. */
async function obtain(
	{ store, media: { folder, remote } }: PictureDeps,
	instanceId: InstanceId,
	mediaUrl: string,
	caller: Caller,
): Promise<{ file: string; mimeType: string }> {
	if (!isUploadUrl(mediaUrl)) return remote.download(instanceId, mediaUrl, 'image');
	const { file, mime_type: mimeType } = await uploadOfCallerOrThrow(store.read, mediaUrl, caller);
	if (!isFormatOf('image', mimeType)) {
		const name = formatOfContentType(mimeType)?.name ?? mimeType;
		throw unsupportedMedia('image', `The uploaded file is ${name}`);
	}
	return { file: await folder.link(instanceId, file), mimeType };
}
