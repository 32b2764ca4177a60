import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Files of the data folder in which a start without a terminal puts its secrets. */
const KEY_FILE = 'first-key.txt';
const LINK_FILE = 'setup-link.txt';

/**
 * Where the first start shows its secrets: on the terminal, or else in files of the data folder, because others may read
 * the log that keeps the output.
 */
export interface SecretsOutput {
	dataFolder: string;
	isTerminal: boolean;
}

/**
 * Returns the line that shows the first API key. Without a terminal the key is in a file of the data folder that only
 * the gateway's account can read.
 */
export function firstKeyLine(key: string, { dataFolder, isTerminal }: SecretsOutput): string {
	if (isTerminal) return `API key (shown only this once): ${key}`;
	const file = path.join(dataFolder, KEY_FILE);
	writeSecret(file, key);
	return `The first API key is in ${file}; delete the file when you have read it.`;
}

/** Returns the lines that show the link to set the owner's password, or its file. `setupUrl` is null once it is set. */
export function setupLinkLines(setupUrl: string | null, { dataFolder, isTerminal }: SecretsOutput): string[] {
	const file = path.join(dataFolder, LINK_FILE);
	// A link of an earlier start does not work any more.
	rmSync(file, { force: true });
	if (setupUrl === null) return [];
	if (isTerminal) {
		return [`Set the password of the page's owner (this link works once, for 24 hours): ${setupUrl}`];
	}
	writeSecret(file, setupUrl);
	return [`The link to set the password of the page's owner (once, within 24 hours) is in ${file}.`];
}

/** Replaces a file that might be readable for others: an existing file would keep its mode. */
function writeSecret(file: string, secret: string): void {
	rmSync(file, { force: true });
	writeFileSync(file, `${secret}\n`, { mode: 0o600 });
}
