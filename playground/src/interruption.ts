/** Gives a signal that is aborted when the person presses Ctrl-C, or the system asks the launcher to end. */
export function interruption(): AbortSignal {
	const controller = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		// Stays registered: npm passes on the Ctrl-C that the terminal has sent already, and a second one must not
		// end the launcher before what it has started.
		process.on(signal, () => {
			controller.abort(new Interrupted());
		});
	}
	return controller.signal;
}

/** Why work was broken off: it was asked for. */
class Interrupted extends Error {
	override readonly name = 'Interrupted';
}
