import type { ILogger } from 'baileys/lib/Utils/logger.js';
import type { Log } from '../../log.ts';

/**
 * Passes Baileys' warnings and errors to the log without their objects, which contain keys, messages and phone
 * numbers. Only Baileys' own text and the message of an Error are logged; lower levels are dropped.
 */
export function baileysLogger(log: Log, instanceId: string): ILogger {
	const ignore = (): void => undefined;
	const logger: ILogger = {
		// Not "trace" or "debug": at these levels Baileys serializes each stanza for its log.
		level: 'info',
		child: () => logger,
		trace: ignore,
		debug: ignore,
		info: ignore,
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
	// Baileys interpolates values into a text that it logs without an object.
	return text === undefined || typeof details === 'string'
		? 'WhatsApp: error in Baileys'
		: `WhatsApp: ${text}`;
}

function reasonIn(details: unknown): string | undefined {
	if (typeof details !== 'object' || details === null) return undefined;
	const { err, error } = details as { err?: unknown; error?: unknown };
	const cause = err ?? error;
	return cause instanceof Error ? cause.message : undefined;
}
