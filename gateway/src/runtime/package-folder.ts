import { existsSync } from 'node:fs';
import path from 'node:path';

/** The nearest folder with a package.json above this module, in the source and in the compiled package. */
export const PACKAGE_FOLDER = nearestPackage(import.meta.dirname);

/** Where the build puts the page. */
export const PAGE_FOLDER = path.join(PACKAGE_FOLDER, 'dashboard/dist');

function nearestPackage(folder: string): string {
	if (existsSync(path.join(folder, 'package.json'))) return folder;
	const parent = path.dirname(folder);
	if (parent === folder)
		throw new Error('The package.json of the gateway is missing. Install the gateway again.');
	return nearestPackage(parent);
}
