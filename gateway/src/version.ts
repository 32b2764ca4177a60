import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_FOLDER } from './runtime/package-folder.ts';

const manifest = JSON.parse(readFileSync(path.join(PACKAGE_FOLDER, 'package.json'), 'utf8')) as {
	version: string;
};

/** The gateway's version, as its package says. */
export const VERSION = manifest.version;
