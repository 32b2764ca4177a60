import { readSystemLimit } from './system-limit.ts';

/** The share of its files that a process may spend on connections: the database and outgoing requests need some too. */
const SHARE_OF_CONNECTIONS = 1 / 2;

/** Returns how many connections of clients this process can have at a time; `warn` is told where fewer than wanted. */
export function connectionLimit(wanted: number, warn: (sentence: string) => void): number {
	const files = readSystemLimit('/proc/self/limits', /^Max open files\s+(\d+)/m);
	const most = Math.max(1, Math.floor(files * SHARE_OF_CONNECTIONS));
	if (most >= wanted) return wanted;
	warn(
		`GATEWAY_MAX_CONNECTIONS is ${wanted}, but this process may open only ${files} files, so that it accepts ${most} connections at a time. Raise the limit (ulimit -n, or LimitNOFILE of systemd), or lower GATEWAY_MAX_CONNECTIONS.`,
	);
	return most;
}
