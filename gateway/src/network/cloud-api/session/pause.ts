import type { Clock } from '../../../domain/clock.ts';

/** Resolves after so many milliseconds; rejects with the reason of the first signal that is aborted before. */
export function pauseUnless(signals: readonly AbortSignal[], clock: Clock, duration: number): Promise<void> {
	return new Promise((resolve, reject) => {
		const listeners = signals.map((signal) => ({
			signal,
			end: (): void => {
				cancel();
				settle();
				reject(signal.reason as Error);
			},
		}));
		const settle = (): void => {
			for (const { signal, end } of listeners) signal.removeEventListener('abort', end);
		};
		const cancel = clock.schedule(duration, () => {
			settle();
			resolve();
		});
		for (const { signal, end } of listeners) {
			signal.addEventListener('abort', end);
			if (signal.aborted) end();
		}
	});
}
