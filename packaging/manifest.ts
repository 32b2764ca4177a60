import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The root folder of the repository. */
export const ROOT = path.join(import.meta.dirname, '..');

/** The fields on the publisher in the package.json of the n8n package, or of the gateway. */
export interface Manifest {
	name: string;
	version: string;
	homepage: string;
	author: { name: string; email: string };
	repository: { type: string; url: string };
}

/** Reads a package.json of a repository. */
export function readManifest(folder: string): Manifest {
	return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
}
