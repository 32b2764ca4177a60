// Loaded before the gateway (`node --import`): tells of every error that nobody caught, before anything is done about it.
import { writeSync } from 'node:fs';

process.on('uncaughtExceptionMonitor', (error, origin) => {
	const stack = error instanceof Error ? error.stack : String(error);
	writeSync(2, `${JSON.stringify({ monitor: origin, stack })}\n`);
});
