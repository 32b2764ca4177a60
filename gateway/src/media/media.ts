import type { Clock } from '../domain/clock.ts';
import type { NewId } from '../domain/ids.ts';
import type { GuardedClient } from '../lib/guarded-http/follow-redirects.ts';
import { findInstance } from '../store/instances/instances.ts';
import type { Db } from '../store/schema.ts';
import { isMediaFileReferenced } from '../store/messages/uploads.ts';
import { repeatEvery } from '../lib/loops/repeat-every.ts';
import { createFolderSize } from './storage/folder-size.ts';
import { openMediaBucket } from './storage/media-bucket.ts';
import { openMediaFolder } from './storage/media-folder.ts';
import { type MediaStorage } from './storage/media-storage.ts';
import { limitedFolder } from './storage/limited-folder.ts';
import { createRemoteMedia, type RemoteMedia } from './download/remote-media.ts';
import { openMediaQuota, type MediaQuota } from './storage/media-quota.ts';
import { createS3Client, type OnOutage, type S3Client } from './storage/s3/s3-client.ts';
import type { S3Target } from './storage/s3/s3-target.ts';
import { createVoiceNotes, type VoiceNotes } from './voice/voice-notes.ts';

/** The media files of this gateway, and access to those on other servers. */
export interface Media {
	folder: MediaStorage;
	remote: RemoteMedia;
	voiceNotes: VoiceNotes;
	quota: MediaQuota;
	/** Bytes of the media folder, measured at most an hour ago; null: not measured yet, or the files are in a bucket. */
	size(): number | null;
	/** Whether the bucket can be used, by the last request to it; null: there is none. */
	isBucketReachable(): boolean | null;
	/** Aborts downloads and conversions, and waits for the work in flight. */
	close(): Promise<void>;
}

export interface MediaDeps {
	dataFolder: string;
	/** Where the files are; null: in the data folder. */
	bucket: S3Target | null;
	/** Identifies the database, whose files alone may be in the bucket. */
	installation: string;
	/** Called with the error where unreferenced files could not be removed. */
	onError: (error: unknown) => void;
	/** Called when the bucket cannot be used any more, and with null when it can again. */
	onOutage: OnOutage;
	client: GuardedClient;
	clock: Clock;
	newId: NewId;
	read: Db;
	/** Whether other gateways use the same folder. */
	shared: boolean;
	/** The most bytes that the folder may contain; null: no limit. */
	limit: number | null;
	/** The path of the program that converts audio files; null: there is none. */
	ffmpeg: string | null;
}

/**
 * Milliseconds after which a pending file in a shared folder belongs to no running gateway. A download may take two
 * minutes, and the row that references the file follows at once.
 */
const ABANDONED_AFTER = 3_600_000;
/** Milliseconds between two searches for files that gateways left pending in a bucket. */
const SWEEP_INTERVAL = 3_600_000;

/** Opens the media folder, and removes the pending files of earlier processes. Throws MediaBucketRefused. */
export async function openMedia(deps: MediaDeps): Promise<Media> {
	const { client, clock, read, shared, limit, ffmpeg } = deps;
	const abandonedBefore = (): number => (shared ? clock.now() - ABANDONED_AFTER : Infinity);
	const bucket = deps.bucket === null ? null : createS3Client(deps.bucket, clock, deps.onOutage);
	const unlimitedFolder = await openFolder(deps, bucket, abandonedBefore());
	const references = {
		hasFile: (file: string) => isMediaFileReferenced(read, file),
		hasOwner: async (instanceId: string) => (await findInstance(read, instanceId)) !== undefined,
	};
	await unlimitedFolder.sweep(references, abandonedBefore());
	// In a bucket they may belong to a machine that never starts again.
	const sweepAgain = (): Promise<void> => unlimitedFolder.sweep(references, clock.now() - ABANDONED_AFTER);
	const stopSweeping =
		bucket === null ? () => undefined : repeatEvery(clock, SWEEP_INTERVAL, sweepAgain, deps.onError);
	const quota = await openMediaQuota(unlimitedFolder.root, limit);
	const folderSize = bucket === null ? createFolderSize(unlimitedFolder.root, clock) : () => null;
	const folder = limitedFolder(unlimitedFolder, quota);
	const remote = createRemoteMedia(client, clock, folder);
	const voiceNotes = createVoiceNotes(ffmpeg, clock, folder);
	return {
		folder,
		remote,
		voiceNotes,
		quota,
		size: () => quota.used() ?? folderSize(),
		isBucketReachable: () => bucket?.isReachable() ?? null,
		async close() {
			stopSweeping();
			remote.close();
			voiceNotes.close();
			await folder.close();
		},
	};
}

async function openFolder(
	{ dataFolder, installation, clock, newId, onError }: MediaDeps,
	client: S3Client | null,
	copiesBefore: number,
): Promise<MediaStorage> {
	if (client === null) return openMediaFolder(dataFolder, newId);
	try {
		return await openMediaBucket({ client, dataFolder, copiesBefore, clock, newId, installation, onError });
	} catch (error) {
		await client.close();
		throw error;
	}
}
