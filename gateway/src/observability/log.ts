import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { createRepeatLimit } from '../lib/bounded/repeat-limit.ts';

/** The levels of the log, the most verbose first; `silent` writes nothing. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Creates the structured log, which goes to stderr by default: stdout is for people. Requests and errors are reduced
 * to named fields, so that no header, query or body, and with it no key, gets into the log.
 */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
	const options = {
		level,
		base: null,
		serializers: {
			err: (error: Error) => {
				const { type, message, stack } = stdSerializers.err(error);
				return { type, message, stack };
			},
			req: (request: { id: string; method: string; url: string }) => ({
				id: request.id,
				method: request.method,
				path: request.url.split('?')[0],
			}),
			res: (response: { statusCode: number }) => ({ statusCode: response.statusCode }),
		},
	};
	return pino(options, destination ?? pino.destination(2));
}

/**
 * Returns a function that creates error handlers: each logs the errors it receives with its message. It logs an error that
 * repeats once a minute; see createRepeatLimit().
 */
export function errorLogger(
	logger: Logger,
	now?: () => number,
): (message: string) => (error: unknown) => void {
	return (message) => {
		const limit = createRepeatLimit(now);
		return (error) => {
			const more = limit(error);
			if (more !== null) logger.error({ err: error, ...more }, message);
		};
	};
}
