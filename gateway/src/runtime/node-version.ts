/** The oldest Node.js with the APIs that the gateway uses (`crypto.argon2`); package.json names it too. */
const OLDEST_NODE = '24.7';

/**
 * Returns the remedy for a version of Node.js that is too old; null: it is supported. This module and main.ts load on
 * versions that cannot load the rest, so they use nothing that is newer than Node.js 16.
 */
export function nodeProblem(version: string): string | null {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number);
	if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
	return `The gateway needs Node.js ${OLDEST_NODE} or later, and this is ${version}: install Node.js 24 from https://nodejs.org/en/download, or by a version manager, such as: nvm install 24`;
}
