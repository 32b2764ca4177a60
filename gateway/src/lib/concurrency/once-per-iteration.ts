/**
 * Returns a function that calls `read` once in an iteration of the event loop, and returns the same value until the next
 * one: requests that arrive together share a read.
 */
export function oncePerIteration<Value>(read: () => Value): () => Value {
	let current: { value: Value } | null = null;
	return () => {
		if (current === null) {
			current = { value: read() };
			setImmediate(() => {
				current = null;
			});
		}
		return current.value;
	};
}
