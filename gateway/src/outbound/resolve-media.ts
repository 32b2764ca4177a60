import { GatewayError } from '../domain/error.ts';
import { FAILURE_CODES, type MediaType, type MessageFailure } from '../domain/message.ts';
import type { MediaFolder } from '../media/media-folder.ts';
import type { RemoteMedia } from '../media/remote-media.ts';
import type { MediaFile } from '../network/driver.ts';
import type { Commit } from '../store/commit/group-commit.ts';
import { findMessage, updateMessage } from '../store/messages/messages.ts';
import type { Db, MessageRow } from '../store/schema.ts';
import { isUploadUrl, uploadOrThrow } from './upload-url.ts';

export interface MediaResolverDeps {
	store: { commit: Commit; read: Db };
	folder: MediaFolder;
	remote: RemoteMedia;
}

/** The file of a queued message, fetched when it has none of its own yet. */
export type ResolveMedia = (message: MessageRow) => Promise<MediaFile | null>;

/**
 * Gives what finds, or fetches, the file of a message. A file is downloaded once: a message that is sent again,
 * also after a restart, has it already. It throws the codes of failureOfMedia where there will never be one.
 */
export function createMediaResolver({ store, folder, remote }: MediaResolverDeps): ResolveMedia {
	/** Puts the file among those of the message's instance: from a server elsewhere, or from the uploads. */
	async function obtain({ instance_id: home, type }: MessageRow, mediaUrl: string) {
		if (!isUploadUrl(mediaUrl)) return remote.download(home, mediaUrl, type as MediaType);
		const upload = await uploadOrThrow(store.read, mediaUrl);
		return { file: await folder.link(home, upload.file), mimeType: upload.mime_type };
	}

	async function fetchFor(message: MessageRow, mediaUrl: string): Promise<MessageRow> {
		const { file, mimeType } = await obtain(message, mediaUrl);
		try {
			const stored = await store.commit(async ({ db }) => {
				await updateMessage(db, message.id, { media_file: file, mime_type: mimeType });
				return findMessage(db, message.id);
			});
			if (stored === undefined) throw new Error('The message was deleted while its file was fetched.');
			await folder.confirm(file);
			return stored;
		} catch (error) {
			await folder.discard(file);
			throw error;
		}
	}

	return async (held) => {
		if (held.media_url === null) return null;
		// The row in hand is from before an earlier attempt.
		const known = (await findMessage(store.read, held.id)) ?? held;
		const message = known.media_file === null ? await fetchFor(known, held.media_url) : known;
		return {
			path: folder.pathOf(message.media_file ?? ''),
			mimeType: message.mime_type ?? '',
			filename: message.filename,
			caption: message.caption,
		};
	};
}

/** What a message fails with for this error of its file, or null where the error is no verdict on the file. */
export function failureOfMedia(error: unknown): MessageFailure | null {
	if (!(error instanceof GatewayError) || error.code === 'service_unavailable') return null;
	// A URL that was fine when the message was accepted, and is not any more.
	const code = FAILURE_CODES.find((one) => one === error.code) ?? 'media_download_failed';
	return { code, message: error.message };
}
