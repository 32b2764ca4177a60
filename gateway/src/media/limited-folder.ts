import path from 'node:path';
import type { MediaFolder } from './folder.ts';
import type { MediaQuota } from './media-quota.ts';
import { bytesAt } from './stored-files.ts';

/**
 * The media folder within its limit: a file that would go over it is refused while it comes in. What a network
 * hands over is taken all the same, since its message cannot be had again; the sweep then makes room.
 */
export function limitedFolder(folder: MediaFolder, space: MediaQuota): MediaFolder {
	if (space.limit === null) return folder;
	return {
		...folder,
		async receive(owner, source) {
			let counted = 0;
			async function* counting(): AsyncGenerator<Uint8Array> {
				for await (const chunk of source) {
					space.reserve(chunk.length);
					counted += chunk.length;
					yield chunk;
				}
			}
			try {
				return await folder.receive(owner, counting());
			} catch (error) {
				space.adjust(-counted);
				throw error;
			}
		},
		async moveIn(owner, from) {
			const file = await folder.moveIn(owner, from);
			// What the folder received itself is counted already.
			if (folder.pathOf(file) !== path.resolve(from)) {
				space.adjust((await bytesAt(folder.pathOf(file)))?.size ?? 0);
			}
			return file;
		},
		async link(owner, file) {
			const shared = await folder.link(owner, file);
			const bytes = await bytesAt(folder.pathOf(shared));
			// Another name takes no room. Where the disk knows no such thing, this is a copy.
			if (bytes?.names !== 1) return shared;
			try {
				space.reserve(bytes.size);
				return shared;
			} catch (error) {
				await folder.discard(shared);
				throw error;
			}
		},
		async discard(file) {
			const bytes = await bytesAt(folder.pathOf(file));
			await folder.discard(file);
			// With their last name the bytes are gone.
			if (bytes?.names === 1) space.adjust(-bytes.size);
		},
		async removeOwner(owner) {
			await folder.removeOwner(owner);
			await space.measure();
		},
	};
}
