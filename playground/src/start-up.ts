import { CannotStart } from './cannot-start.ts';
import type { Service } from './service.ts';

/** A service that has been started, and a promise of what it gives once it answers. */
export type Starting<T> = {
	service: Service;
	ready: Promise<T>;
};

/** Waits until a service answers; when it ends before that, throws with the last lines it wrote. */
export function answered<T>(service: Service, answer: Promise<T>, signal?: AbortSignal): Promise<T> {
	const endedFirst = service.ended.then((outcome) => {
		signal?.throwIfAborted();
		throw new CannotStart(endedText(service, outcome));
	});
	return Promise.race([answer, endedFirst, ...(signal ? [aborted(signal)] : [])]);
}

/** Never resolves; rejects with the signal's reason when it is aborted. */
export function aborted(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		const rejectNow = () => {
			reject(signal.reason as Error);
		};
		if (signal.aborted) rejectNow();
		else signal.addEventListener('abort', rejectNow, { once: true });
	});
}

/** Says in words that a service ended by itself, with the end of what it wrote. */
export function endedText(service: Service, outcome: string): string {
	const lines = service.lastLines().map((line) => `  ${line}`);
	return [
		`${service.name} ended by itself (${outcome}). The end of ${service.logFile}:`,
		...(lines.length > 0 ? lines : ['  (it wrote nothing)']),
	].join('\n');
}
