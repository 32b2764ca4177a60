const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const;

/** The line of a stack trace that names the caller of the console, after the error's title and the wrapper. */
const CALLER_LINE = 2;

const silenced = new WeakSet<Console>();

/**
 * Drops what libsignal writes to the console: it prints whole sessions with their private keys. The gateway writes
 * through its logger only, so the stack traces cost nothing in operation. Idempotent.
 */
export function silenceLibsignal(target: Console = console): void {
	if (silenced.has(target)) return;
	silenced.add(target);
	for (const method of METHODS) {
		const write = target[method].bind(target) as (...values: unknown[]) => void;
		target[method] = (...values: unknown[]): void => {
			if (!isFromLibsignal(new Error().stack)) write(...values);
		};
	}
}

/** An unknown caller counts as libsignal, so that no key is printed. */
function isFromLibsignal(stack: string | undefined): boolean {
	const caller = stack?.split('\n')[CALLER_LINE];
	return caller === undefined || /[\\/]libsignal[\\/]/.test(caller);
}
