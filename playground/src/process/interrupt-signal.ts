/** Returns a signal that is aborted by SIGINT (Ctrl-C), SIGTERM or SIGHUP. */
export function interruptSignal(): AbortSignal {
	const controller = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		// Never unregistered: npm forwards the Ctrl-C that the terminal has already sent, and the second signal must not
		// end the launcher before its child processes.
		process.on(signal, () => {
			controller.abort(new InterruptError());
		});
	}
	return controller.signal;
}

/** The abort reason after a signal. */
class InterruptError extends Error {
	override readonly name = 'InterruptError';
}
