/** Ways to write to the console. */
const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const;

/** The line of a stack that names who called the console: below the error's own, and the wrapper's. */
const CALLER = 2;

const silenced = new WeakSet<Console>();

/**
 * Lets nothing of libsignal reach the console: it prints whole sessions there, private keys and all. The gateway
 * itself writes through its logger only, so looking at who calls costs nothing. Calling it again does nothing.
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

/** Where it cannot be told who calls, it is taken for libsignal. */
function isFromLibsignal(stack: string | undefined): boolean {
	const caller = stack?.split('\n')[CALLER];
	return caller === undefined || /[\\/]libsignal[\\/]/.test(caller);
}
