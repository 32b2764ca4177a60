import type { ILogger } from 'baileys/lib/Utils/logger.js';
import type { Log } from '../../log.ts';

/**
 * What Baileys tells goes on without its objects: they hold keys, messages and numbers. Of a mishap remains what it
 * calls it and the text of the error; of everything else nothing.
 */
export function baileysLogger(log: Log, instanceId: string): ILogger {
	const nothing = (): void => undefined;
	const logger: ILogger = {
		// Anything but "trace" and "debug", at which Baileys makes texts of what goes over the wire.
		level: 'info',
		child: () => logger,
		trace: nothing,
		debug: nothing,
		info: nothing,
		warn: (details, text) => {
			log.debug({ instanceId, reason: reasonIn(details) }, titleOf(details, text));
		},
		error: (details, text) => {
			log.warn({ instanceId, reason: reasonIn(details) }, titleOf(details, text));
		},
	};
	return logger;
}

function titleOf(details: unknown, text: string | undefined): string {
	// A text alone may have anything put into it.
	return text === undefined || typeof details === 'string' ? 'WhatsApp: a mishap' : `WhatsApp: ${text}`;
}

function reasonIn(details: unknown): string | undefined {
	if (typeof details !== 'object' || details === null) return undefined;
	const held = details as { err?: unknown; error?: unknown };
	const error = held.err ?? held.error;
	return error instanceof Error ? error.message : undefined;
}
