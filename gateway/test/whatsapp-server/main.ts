import { startWhatsAppServer } from './server.ts';

/** A process of its own; it ends when its standard input does. */
const { url } = await startWhatsAppServer();
process.stdout.write(`WhatsApp stand-in at ${url}\n`);
process.stdin.resume().on('end', () => process.exit(0));
