import path from 'node:path';
import type { MediaStorage } from './media-storage.ts';
import type { MediaQuota } from './media-quota.ts';
import { statFile } from './stored-files.ts';

/**
 * Enforces the quota of a media folder: rejects a file during its transfer when it exceeds the limit. Files moved in
 * from a network are always accepted, because the network does not deliver the message again; the next sweep then
 * frees space.
 */
export function limitedFolder(folder: MediaStorage, quota: MediaQuota): MediaStorage {
	if (quota.limit === null) return folder;
	return {
		...folder,
		async receive(owner, source) {
			let reserved = 0;
			async function* withReservation(): AsyncGenerator<Uint8Array> {
				for await (const chunk of source) {
					quota.reserve(chunk.length);
					reserved += chunk.length;
					yield chunk;
				}
			}
			try {
				return await folder.receive(owner, withReservation());
			} catch (error) {
				quota.adjust(-reserved);
				throw error;
			}
		},
		async moveIn(owner, from) {
			const file = await folder.moveIn(owner, from);
			// `receive` has already counted a file that is still at its path in the folder.
			if (folder.pathOf(file) !== path.resolve(from)) {
				quota.adjust((await statFile(folder.pathOf(file)))?.size ?? 0);
			}
			return file;
		},
		async link(owner, file) {
			const linked = await folder.link(owner, file);
			const stats = await statFile(folder.pathOf(linked));
			// A hard link takes no space. On file systems without hard links this is a copy.
			if (stats?.links !== 1) return linked;
			try {
				quota.reserve(stats.size);
				return linked;
			} catch (error) {
				await folder.discard(linked);
				throw error;
			}
		},
		async discard(file) {
			const stats = await statFile(folder.pathOf(file));
			await folder.discard(file);
			// Removing the last link frees the bytes.
			if (stats?.links === 1) quota.adjust(-stats.size);
		},
		async removeOwner(owner) {
			await folder.removeOwner(owner);
			await quota.measure();
		},
	};
}
