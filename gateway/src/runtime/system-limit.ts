import { readFileSync } from 'node:fs';

/**
 * Returns the number that a pattern finds in a file of the system, such as /proc/self/limits; Infinity where there is no
 * limit, or none is known.
 */
export function readSystemLimit(file: string, limit: RegExp): number {
	try {
		return Number(limit.exec(readFileSync(file, 'utf8'))?.[1] ?? Infinity);
	} catch {
		return Infinity;
	}
}
