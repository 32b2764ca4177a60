import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_FOLDER } from './package-folder.ts';

const manifest = JSON.parse(readFileSync(path.join(PACKAGE_FOLDER, 'package.json'), 'utf8')) as {
	version: string;
	peerDependencies: Record<string, string>;
};

/** The gateway's version, as its package says. */
export const VERSION = manifest.version;

/** The packages that send traces, as `npm install` takes them; an operator who wants traces adds them. */
export const TRACING_PACKAGES = Object.entries(manifest.peerDependencies)
	.filter(([name]) => name.startsWith('@opentelemetry/'))
	.map(([name, version]) => `${name}@${version}`);
