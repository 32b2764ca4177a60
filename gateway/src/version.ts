import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
	version: string;
};

/** The gateway's version, as its package says. */
export const VERSION = manifest.version;
