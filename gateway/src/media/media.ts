import type { Clock } from '../domain/clock.ts';
import type { NewId } from '../domain/ids.ts';
import type { GuardedClient } from '../lib/guarded-http/follow-redirects.ts';
import { findInstance } from '../store/instances/instances.ts';
import type { Db } from '../store/schema.ts';
import { isMediaFileReferenced } from '../store/messages/uploads.ts';
import { openMediaFolder, type MediaFolder } from './media-folder.ts';
import { limitedFolder } from './limited-folder.ts';
import { createRemoteMedia, type RemoteMedia } from './remote-media.ts';
import { openMediaQuota, type MediaQuota } from './media-quota.ts';
import { createVoiceNotes, type VoiceNotes } from './voice-notes.ts';

/** The media files of this gateway, and access to those on other servers. */
export interface Media {
	folder: MediaFolder;
	remote: RemoteMedia;
	voiceNotes: VoiceNotes;
	quota: MediaQuota;
}

export interface MediaDeps {
	dataFolder: string;
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

/** Opens the media folder of a data folder, and removes the files that an earlier process left pending. */
export async function openMedia(deps: MediaDeps): Promise<Media> {
	const { dataFolder, client, clock, newId, read, shared, limit, ffmpeg } = deps;
	const unlimitedFolder = await openMediaFolder(dataFolder, newId);
	const references = {
		hasFile: (file: string) => isMediaFileReferenced(read, file),
		hasOwner: async (instanceId: string) => (await findInstance(read, instanceId)) !== undefined,
	};
	await unlimitedFolder.sweep(references, shared ? clock.now() - ABANDONED_AFTER : Infinity);
	const quota = await openMediaQuota(unlimitedFolder.root, limit);
	const folder = limitedFolder(unlimitedFolder, quota);
	return {
		folder,
		remote: createRemoteMedia(client, clock, folder),
		voiceNotes: createVoiceNotes(ffmpeg, clock, folder),
		quota,
	};
}
