/** Real milliseconds any condition may take before a test gives up. */
const PATIENCE = 20_000;

/**
 * Resolves with the first value that is not null or undefined or false; looks again whenever the event loop has
 * had a turn. Rejects, with what was waited for, when it takes too long.
 */
export async function until<T>(
	what: string,
	look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
	const deadline = performance.now() + PATIENCE;
	for (;;) {
		const value = await look();
		if (value !== null && value !== undefined && value !== false) return value;
		if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
		await new Promise((resolve) => setImmediate(resolve));
	}
}
