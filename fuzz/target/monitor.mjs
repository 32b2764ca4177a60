// Preloaded into the gateway (`node --import`): logs every uncaught error before the gateway handles it.
import { writeSync } from 'node:fs';

process.on('uncaughtExceptionMonitor', (error, origin) => {
	const stack = error instanceof Error ? error.stack : String(error);
	writeSync(2, `${JSON.stringify({ monitor: origin, stack })}\n`);
});
