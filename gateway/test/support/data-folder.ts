import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dropDatabase } from './database.ts';

/** Creates a folder for one test; `remove` deletes it with its contents and its database. */
export async function temporaryFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-gateway-'));
	return {
		folder,
		async remove() {
			await dropDatabase(folder);
			await rm(folder, { recursive: true, force: true });
		},
	};
}
