import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a start shows once. */
export interface FirstStart {
	/** The first API key; null: an earlier start or the operator made it. */
	firstKey: string | null;
	/** The link by which the owner sets a password; null: the owner has one. */
	setupUrl: string | null;
}

/** Files of the data folder with what a start without a terminal shows. */
export const KEY_FILE = 'first-key.txt';
export const LINK_FILE = 'setup-link.txt';

/**
 * Returns the lines that a start prints. On a terminal they have the secrets; else what is printed is kept in logs that
 * others read, so the secrets are written to files in the data folder that only the gateway's account can read.
 */
export function firstStartLines(
	{ firstKey, setupUrl }: FirstStart,
	{ dataFolder, isTerminal }: { dataFolder: string; isTerminal: boolean },
): string[] {
	const linkFile = path.join(dataFolder, LINK_FILE);
	// A link of an earlier start does not work any more.
	rmSync(linkFile, { force: true });
	const lines: string[] = [];
	if (firstKey !== null && isTerminal) lines.push(`API key (shown only this once): ${firstKey}`);
	if (firstKey !== null && !isTerminal) {
		const file = path.join(dataFolder, KEY_FILE);
		writeSecret(file, firstKey);
		lines.push(`The first API key is in ${file}; delete the file when you have read it.`);
	}
	if (setupUrl !== null && isTerminal) {
		lines.push(`Set the password of the page's owner (this link works once, for 24 hours): ${setupUrl}`);
	}
	if (setupUrl !== null && !isTerminal) {
		writeSecret(linkFile, setupUrl);
		lines.push(`The link to set the password of the page's owner (once, within 24 hours) is in ${linkFile}.`);
	}
	return lines;
}

/** Replaces a file that might be readable for others: an existing file would keep its mode. */
function writeSecret(file: string, secret: string): void {
	rmSync(file, { force: true });
	writeFileSync(file, `${secret}\n`, { mode: 0o600 });
}
