import path from 'node:path';

/** The repository's root. */
export const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** The folder with the pinned n8n and its lock file. */
export const PLAYGROUND = path.join(ROOT, 'playground');

export type DataLayout = {
	gateway: string;
	n8n: string;
	logs: string;
	account: string;
};

/** Takes the data folder; gives the place of everything a playground keeps. */
export function dataLayout(dataDir: string): DataLayout {
	return {
		gateway: path.join(dataDir, 'gateway'),
		n8n: path.join(dataDir, 'n8n'),
		logs: path.join(dataDir, 'logs'),
		account: path.join(dataDir, 'playground.json'),
	};
}
