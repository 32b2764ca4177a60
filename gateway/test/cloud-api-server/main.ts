import { startCloudApiServer } from './server.ts';

/** A process of its own; it ends with whoever started it. */
const { url } = await startCloudApiServer();
process.stdout.write(`Cloud API stand-in at ${url}\n`);
process.stdin.resume().on('end', () => process.exit(0));
