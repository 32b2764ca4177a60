import type { MediaFolder } from './folder.ts';
import type { MediaSpace } from './space.ts';
import { ownSize } from './stored-files.ts';

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
			space.note(await ownSize(folder.pathOf(file)));
			return file;
		},
		async share(home, shared) {
			const file = await folder.share(home, shared);
			space.note(await ownSize(folder.pathOf(file)));
			return file;
		},
	};
}
