import type { Clock } from '../domain/clock.ts';
import type { NewId } from '../domain/ids.ts';
import type { GuardedClient } from '../guarded-http/follow-redirects.ts';
import { findInstance } from '../store/instances.ts';
import type { Db } from '../store/schema.ts';
import { isMediaFileNamed } from '../store/uploads.ts';
import { openMediaFolder, type MediaFolder } from './folder.ts';
import { limitedFolder } from './limited-folder.ts';
import { createRemoteMedia, type RemoteMedia } from './remote-media.ts';
import { openMediaSpace, type MediaSpace } from './space.ts';

/** Files here, and files elsewhere. */
export interface Media {
	folder: MediaFolder;
	remote: RemoteMedia;
	space: MediaSpace;
}

export interface MediaPort {
	dataFolder: string;
	client: GuardedClient;
	clock: Clock;
	newId: NewId;
	read: Db;
	/** Bytes the folder may hold; null: no limit. */
	limit: number | null;
}

/** Opens the media folder of a data folder, rid of what an earlier process left unfinished. */
export async function openMedia(port: MediaPort): Promise<Media> {
	const { dataFolder, client, clock, newId, read, limit } = port;
	const whole = await openMediaFolder(dataFolder, newId);
	await whole.sweep({
		file: (file) => isMediaFileNamed(read, file),
		home: async (instanceId) => (await findInstance(read, instanceId)) !== undefined,
	});
	const space = await openMediaSpace(whole.root, limit);
	const folder = limitedFolder(whole, space);
	return { folder, remote: createRemoteMedia(client, clock, folder), space };
}
