import type { Writable } from 'node:stream';

/** Streams whose writes are being collected. */
const collecting = new WeakSet<Writable>();

/**
 * Sends what is written to a stream together until no promise has a continuation left to run: the statements of a
 * transaction, or the queries of several requests. Each packet costs both sides a system call, which takes longer than
 * a small statement.
 */
export function coalesceWrites(stream: Writable): void {
	if (collecting.has(stream)) return;
	collecting.add(stream);
	stream.cork();
	afterMicrotasks(() => {
		collecting.delete(stream);
		stream.uncork();
	});
}

/** Calls back when no promise has a continuation left to run, before the next event of the system. */
function afterMicrotasks(callback: () => void): void {
	// Node runs all microtasks between two ticks.
	process.nextTick(() => {
		queueMicrotask(() => {
			process.nextTick(callback);
		});
	});
}
