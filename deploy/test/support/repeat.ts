/** Does something again and again, until the returned function is called, which resolves after the last time. */
export function repeat(act: () => Promise<unknown>): () => Promise<void> {
	const stop = new AbortController();
	const running = (async () => {
		while (!stop.signal.aborted) await act();
	})();
	return async () => {
		stop.abort();
		await running;
	};
}
