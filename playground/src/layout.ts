import path from 'node:path';

/** The root folder of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** The folder with the pinned n8n and its lock file. */
export const PLAYGROUND = path.join(ROOT, 'playground');

export type DataLayout = {
	gateway: string;
	n8n: string;
	logs: string;
	account: string;
};

/** Returns the paths of the data that a playground stores in its data folder. */
export function dataLayout(dataDir: string): DataLayout {
	return {
		gateway: path.join(dataDir, 'gateway'),
		n8n: path.join(dataDir, 'n8n'),
		logs: path.join(dataDir, 'logs'),
		account: path.join(dataDir, 'playground.json'),
	};
}
