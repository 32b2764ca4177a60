/** Calls a function on behalf of a caller whom its failure does not concern: `onError` receives what it throws. */
export function reportErrors(onError: (error: unknown) => void, work: () => void): void {
	try {
		work();
	} catch (error) {
		onError(error);
	}
}
