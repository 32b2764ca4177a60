import type { Clock } from '../../../domain/clock.ts';

/** Resolves after `duration` milliseconds. Rejects with the reason of the first signal that is aborted before that. */
export function abortableSleep(
	signals: readonly AbortSignal[],
	clock: Clock,
	duration: number,
): Promise<void> {
	return new Promise((resolve, reject) => {
		const listeners = signals.map((signal) => ({
			signal,
			abort: (): void => {
				cancel();
				removeListeners();
				reject(signal.reason as Error);
			},
		}));
		const removeListeners = (): void => {
			for (const { signal, abort } of listeners) signal.removeEventListener('abort', abort);
		};
		const cancel = clock.schedule(duration, () => {
			removeListeners();
			resolve();
		});
		for (const { signal, abort } of listeners) {
			signal.addEventListener('abort', abort);
			if (signal.aborted) abort();
		}
	});
}
