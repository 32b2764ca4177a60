import { startCloudApiServer } from './server.ts';

/** A process of its own; it ends when its standard input does. */
const { url } = await startCloudApiServer();
process.stdout.write(`Cloud API stand-in at ${url}\n`);
process.stdin.resume().on('end', () => process.exit(0));
