import type { Clock } from '../domain/clock.ts';
import type { NewId } from '../domain/ids.ts';
import type { GuardedClient } from '../guarded-http/follow-redirects.ts';
import { findInstance } from '../store/instances.ts';
import type { Db } from '../store/schema.ts';
import { isMediaFileNamed } from '../store/uploads.ts';
import { openMediaFolder, type MediaFolder } from './folder.ts';
import { createRemoteMedia, type RemoteMedia } from './remote-media.ts';

/** Files here, and files elsewhere. */
export interface Media {
	folder: MediaFolder;
	remote: RemoteMedia;
}

export interface MediaPort {
	dataFolder: string;
	client: GuardedClient;
	clock: Clock;
	newId: NewId;
	read: Db;
}

/** Opens the media folder of a data folder, rid of what an earlier process left unfinished. */
export async function openMedia({ dataFolder, client, clock, newId, read }: MediaPort): Promise<Media> {
	const folder = await openMediaFolder(dataFolder, newId);
	await folder.sweep({
		file: (file) => isMediaFileNamed(read, file),
		home: async (instanceId) => (await findInstance(read, instanceId)) !== undefined,
	});
	return { folder, remote: createRemoteMedia(client, clock, folder) };
}
