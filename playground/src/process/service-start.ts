import { StartError } from '../start-error.ts';
import type { Service } from './service.ts';

/** A started service, and a promise that resolves when it is ready. */
export type ServiceStart<T> = {
	service: Service;
	ready: Promise<T>;
};

/** Waits for `ready`. Throws StartError with the last lines of output when the service ends first. */
export function waitUntilReady<T>(service: Service, ready: Promise<T>, signal?: AbortSignal): Promise<T> {
	const endedFirst = service.ended.then((outcome) => {
		signal?.throwIfAborted();
		throw new StartError(formatServiceExit(service, outcome));
	});
	return Promise.race([ready, endedFirst, ...(signal ? [rejectOnAbort(signal)] : [])]);
}

/** Returns a promise that rejects with the signal's reason when the signal is aborted, and never resolves. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		const rejectNow = () => {
			reject(signal.reason as Error);
		};
		if (signal.aborted) rejectNow();
		else signal.addEventListener('abort', rejectNow, { once: true });
	});
}

/** Formats the unexpected end of a service with the last lines of its output. */
export function formatServiceExit(service: Service, outcome: string): string {
	const lines = service.lastLines().map((line) => `  ${line}`);
	return [
		`${service.name} ended unexpectedly (${outcome}). The end of ${service.logFile}:`,
		...(lines.length > 0 ? lines : ['  (no output)']),
	].join('\n');
}
