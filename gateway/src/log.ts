import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './config/settings.ts';
import { dropOldest } from './lib/bounded/drop-oldest.ts';

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

/** Milliseconds for which the same error is counted instead of logged: a job may fail every second for hours. */
const REPEAT_TIME = 60_000;
/** Most errors that are remembered. */
const REMEMBERED = 20;

/**
 * Returns a function that says whether an error is to be logged: once a minute, with what is to be logged beside it, the
 * number of `repeats` since the last time; null: not yet. `now`: milliseconds since an arbitrary moment.
 */
export function createRepeatLimit(
	now: () => number = () => performance.now(),
): (error: unknown) => { repeats?: number } | null {
	const logged = new Map<string, { at: number; repeats: number }>();
	return (error) => {
		const text = String(error);
		const last = logged.get(text);
		if (last !== undefined && now() - last.at < REPEAT_TIME) {
			last.repeats += 1;
			return null;
		}
		logged.delete(text);
		logged.set(text, { at: now(), repeats: 0 });
		dropOldest(logged, REMEMBERED);
		return last === undefined || last.repeats === 0 ? {} : { repeats: last.repeats };
	};
}

/**
 * Returns what makes, from a message, a function that logs an error under it. An error that repeats is logged once a
 * minute; see createRepeatLimit().
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
