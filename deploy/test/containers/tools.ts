import { existsSync } from 'node:fs';
import { installed } from '../support/installed.ts';

/** Debian's packages have the same names. */
const TOOLS = ['podman', 'buildah', 'runc', 'docker-compose', 'mmdebstrap'];
/** What podman starts for networks, in which containers find each other by their names. */
const NETWORK_TOOLS = ['netavark', 'aardvark-dns'];

/** Why containers are not tested on this machine, in brackets for the name of a test; empty: they are. */
export function whyNoContainers(): string {
	if (process.platform !== 'linux' || process.getuid?.() !== 0) return ' (skipped: needs root on Linux)';
	const missing = [
		...TOOLS.filter((tool) => installed(tool) === null),
		...NETWORK_TOOLS.filter((tool) => !existsSync(`/usr/lib/podman/${tool}`)),
	];
	return missing.length === 0 ? '' : ` (skipped: install Debian's packages ${missing.join(' ')})`;
}
