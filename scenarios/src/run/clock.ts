/** Time as a dependency: everything that waits or measures time takes a clock. */
export interface Clock {
	/** Epoch milliseconds. */
	now(): number;
	/** Calls `fire` once, `delay` milliseconds from now. The returned function cancels the call. */
	schedule(delay: number, fire: () => void): () => void;
}
