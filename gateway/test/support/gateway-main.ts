import path from 'node:path';

const GATEWAY = path.join(import.meta.dirname, '../..');

/**
 * The script that starts `messaging-gateway`. `npm test` builds the gateway and sets TEST_BUILT_GATEWAY: it starts in
 * half the time, and is what users start. Jest alone starts the sources, which need no build.
 */
export const MAIN = path.join(
	GATEWAY,
	process.env.TEST_BUILT_GATEWAY === undefined ? 'src/main.ts' : 'dist/main.js',
);
