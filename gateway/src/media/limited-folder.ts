import path from 'node:path';
import type { MediaFolder } from './folder.ts';
import type { MediaSpace } from './space.ts';
import { bytesAt } from './stored-files.ts';

/**
 * The media folder within its limit: a file that would go over it is refused while it comes in. What a network
 * hands over is taken all the same, since its message cannot be had again; the sweep then makes room.
 */
export function limitedFolder(folder: MediaFolder, space: MediaSpace): MediaFolder {
	if (space.limit === null) return folder;
	return {
		...folder,
		async receive(home, source) {
			let counted = 0;
			async function* counting(): AsyncGenerator<Uint8Array> {
				for await (const chunk of source) {
					space.take(chunk.length);
					counted += chunk.length;
					yield chunk;
				}
			}
			try {
				return await folder.receive(home, counting());
			} catch (error) {
				space.note(-counted);
				throw error;
			}
		},
		async adopt(home, from) {
			const file = await folder.adopt(home, from);
			// What the folder received itself is counted already.
			if (folder.pathOf(file) !== path.resolve(from)) {
				space.note((await bytesAt(folder.pathOf(file)))?.size ?? 0);
			}
			return file;
		},
		async share(home, file) {
			const shared = await folder.share(home, file);
			const bytes = await bytesAt(folder.pathOf(shared));
			// Another name takes no room. Where the disk knows no such thing, this is a copy.
			if (bytes?.names !== 1) return shared;
			try {
				space.take(bytes.size);
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
			if (bytes?.names === 1) space.note(-bytes.size);
		},
		async removeHome(home) {
			await folder.removeHome(home);
			await space.measure();
		},
	};
}
