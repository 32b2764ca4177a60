import { access } from 'node:fs/promises';
import { GatewayError, type ErrorCode } from '../../domain/error.ts';
import { FAILURE_CODES, isMediaType, type MediaType } from '../../domain/messages/message.ts';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import { dropOldest } from '../../lib/bounded/drop-oldest.ts';
import type { Media } from '../../media/media.ts';
import { isTransientFault } from '../../media/transient-fault.ts';
import { VOICE_NOTE_TYPE } from '../../media/voice/voice-notes.ts';
import type { MediaFile } from '../../network/network-message.ts';
import { PermanentSendError } from '../../network/permanent-send-error.ts';
import type { Commit } from '../../store/commit/scope.ts';
import { sentDetailsOf } from '../../store/messages/message-details.ts';
import { findMessage, updateMessage } from '../../store/messages/messages.ts';
import type { Db, MessageRow } from '../../store/schema.ts';
import { isCommitInDoubt } from './commit-in-doubt.ts';
import { isMissingFile } from './missing-file.ts';
import { isUploadUrl, uploadOrThrow } from './upload-url.ts';

/** Errors of the file itself: no retry helps. */
const FILE_ERRORS: ReadonlySet<ErrorCode> = new Set([
	'invalid_media_url',
	'media_download_failed',
	'media_too_large',
	'unsupported_media_type',
]);

/** Retries of a download after transient faults, before the message fails: the sender makes them within 15 seconds. */
const RETRIES = 4;
/** Most messages whose faults are counted: this bounds those that are cancelled or expire before their next try. */
const MAX_COUNTED = 10_000;

export interface MediaResolverDeps {
	store: { commit: Commit; read: Db };
	media: Pick<Media, 'folder' | 'remote' | 'voiceNotes'>;
}

/** A pending file in the media folder. */
interface StoredFile {
	file: string;
	mimeType: string;
}

/**
 * Returns the file of a queued message, or null for a message without one. Throws PermanentSendError if there will never
 * be a file, and other errors if a later try may succeed.
 */
export type ResolveMedia = (message: MessageRow) => Promise<MediaFile | null>;

/** Downloads, and converts, each file once: a message that is sent again, also after a restart, has its file already. */
export function createMediaResolver({ store, media }: MediaResolverDeps): ResolveMedia {
	const { folder, remote, voiceNotes } = media;
	/** Files of commits whose response was lost. They stay pending, and the next try stores the reference again. */
	const inDoubt = new Map<MessageId, StoredFile>();

	/** Transient faults of the servers of files, counted by message. */
	const faults = new Map<MessageId, number>();

	/** Stores the file in the folder of the message's instance. */
	async function obtain(
		{ instance_id: instanceId, type }: MessageRow,
		mediaUrl: string,
	): Promise<StoredFile> {
		if (!isUploadUrl(mediaUrl)) return remote.download(instanceId, mediaUrl, type as MediaType);
		const upload = await uploadOrThrow(store.read, mediaUrl);
		return { file: await folder.link(instanceId, upload.file), mimeType: upload.mime_type };
	}

	/** Converts a file that is no voice note yet, and discards it. */
	async function toVoiceNote(instanceId: InstanceId, stored: StoredFile): Promise<StoredFile> {
		const audio = { path: await folder.localPath(stored.file), mimeType: stored.mimeType };
		if (await voiceNotes.isVoiceNote(audio)) return stored;
		try {
			const { file } = await voiceNotes.convert(instanceId, audio);
			return { file, mimeType: VOICE_NOTE_TYPE };
		} finally {
			await folder.discard(stored.file);
		}
	}

	async function prepareFile(message: MessageRow, mediaUrl: string): Promise<StoredFile> {
		const stored = await obtain(message, mediaUrl);
		if (sentDetailsOf(message).voice !== true) return stored;
		return toVoiceNote(message.instance_id, stored);
	}

	/** Throws an error that is not permanent as long as the file's server may recover. */
	async function prepareOrRetry(message: MessageRow): Promise<StoredFile> {
		const earlier = faults.get(message.id) ?? 0;
		faults.delete(message.id);
		try {
			return await prepareFile(message, sourceOrThrow(message));
		} catch (error) {
			if (!isTransientFault(error) || earlier >= RETRIES) return toPermanentError(error);
			faults.set(message.id, earlier + 1);
			dropOldest(faults, MAX_COUNTED);
			throw error;
		}
	}

	/** Makes the file durable, and stores the reference to it in the message's row. Returns the row. */
	async function storeReference(messageId: MessageId, { file, mimeType }: StoredFile): Promise<MessageRow> {
		await folder.persist(file).catch(async (error: unknown) => {
			await folder.discard(file);
			throw error;
		});
		let stored: MessageRow | undefined;
		try {
			stored = await store.commit(async ({ db }) => {
				await updateMessage(db, messageId, { media_file: file, mime_type: mimeType });
				return findMessage(db, messageId);
			});
		} catch (error) {
			// The row may refer to the file nevertheless: without the file, the message could never be sent.
			if (isCommitInDoubt(error)) inDoubt.set(messageId, { file, mimeType });
			else await folder.discard(file);
			throw error;
		}
		if (stored !== undefined) return stored;
		await folder.discard(file);
		throw new Error('The message was deleted while its file was fetched.');
	}

	async function storeFile(message: MessageRow): Promise<MessageRow> {
		const earlier = inDoubt.get(message.id);
		inDoubt.delete(message.id);
		const file = earlier ?? (await prepareOrRetry(message));
		const stored = await storeReference(message.id, file);
		await folder.confirm(file.file);
		return stored;
	}

	/** Confirms the file of an earlier try whose commit was durable, although its response was lost. */
	async function confirmEarlier({ id, media_file: file }: MessageRow): Promise<void> {
		if (file === null || inDoubt.get(id)?.file !== file) return;
		await folder.confirm(file);
		inDoubt.delete(id);
	}

	/** Returns the local path of a stored file; null: there is no such file. */
	async function findFile(file: string): Promise<string | null> {
		try {
			const found = await folder.localPath(file);
			await access(found);
			return found;
		} catch (error) {
			if (isMissingFile(error)) return null;
			throw error;
		}
	}

	async function mediaFileOf(message: MessageRow, filePath: string): Promise<MediaFile> {
		await confirmEarlier(message);
		return {
			path: filePath,
			mimeType: message.mime_type ?? '',
			filename: message.filename,
			caption: message.caption,
		};
	}

	return async (queued) => {
		// A message of another type has a file if it is a template with an upload in its header.
		if (!isMediaType(queued.type) && queued.media_url === null) return null;
		// An earlier try may have stored the file after this row was read.
		const current = (await findMessage(store.read, queued.id)) ?? queued;
		const found = current.media_file === null ? null : await findFile(current.media_file);
		if (found !== null) return mediaFileOf(current, found);
		const stored = await storeFile(current);
		return mediaFileOf(stored, await folder.localPath(stored.media_file ?? ''));
	};
}

/** Returns the URL of the file. Throws for a forwarded message whose own file is gone. */
function sourceOrThrow({ media_url: mediaUrl }: MessageRow): string {
	if (mediaUrl !== null) return mediaUrl;
	throw new PermanentSendError({
		code: 'media_download_failed',
		message: 'The file of the forwarded message is no longer stored.',
	});
}

/** Rethrows an error of the file as a PermanentSendError, and any other error as it is. */
function toPermanentError(error: unknown): never {
	if (!(error instanceof GatewayError) || !FILE_ERRORS.has(error.code)) throw error;
	// A URL that was accepted, and is refused now, leads to an address that is not allowed any more.
	const code = FAILURE_CODES.find((one) => one === error.code) ?? 'media_download_failed';
	throw new PermanentSendError({ code, message: error.message }, { cause: error });
}
