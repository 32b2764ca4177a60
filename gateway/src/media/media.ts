import type { Clock } from '../domain/clock.ts';
import type { NewId } from '../domain/ids.ts';
import type { GuardedClient } from '../lib/guarded-http/follow-redirects.ts';
import { findInstance } from '../store/instances/instances.ts';
import type { Db } from '../store/schema.ts';
import { isMediaFileReferenced } from '../store/messages/uploads.ts';
import { openMediaFolder, type MediaFolder } from './folder.ts';
import { limitedFolder } from './limited-folder.ts';
import { createRemoteMedia, type RemoteMedia } from './remote-media.ts';
import { openMediaQuota, type MediaQuota } from './media-quota.ts';

/** Files here, and files elsewhere. */
export interface Media {
	folder: MediaFolder;
	remote: RemoteMedia;
	space: MediaQuota;
}

export interface MediaDeps {
	dataFolder: string;
	client: GuardedClient;
	clock: Clock;
	newId: NewId;
	read: Db;
	/** Whether other gateways use the folder too. */
	shared: boolean;
	/** Bytes the folder may hold; null: no limit. */
	limit: number | null;
}

/**
 * Milliseconds after which a file that no row names belongs to nobody who is alive: a download may take two
 * minutes, and a message's row follows at once.
 */
const ABANDONED = 3_600_000;

/** Opens the media folder of a data folder, rid of what an earlier process left unfinished. */
export async function openMedia(port: MediaDeps): Promise<Media> {
	const { dataFolder, client, clock, newId, read, shared, limit } = port;
	const whole = await openMediaFolder(dataFolder, newId);
	const kept = {
		file: (file: string) => isMediaFileReferenced(read, file),
		owner: async (instanceId: string) => (await findInstance(read, instanceId)) !== undefined,
	};
	await whole.sweep(kept, shared ? clock.now() - ABANDONED : Infinity);
	const space = await openMediaQuota(whole.root, limit);
	const folder = limitedFolder(whole, space);
	return { folder, remote: createRemoteMedia(client, clock, folder), space };
}
