import type { WASocket } from 'baileys';

type Listener = (...args: unknown[]) => unknown;

/**
 * Wraps every listener that Baileys has added to its socket: the listeners decode frames and handle stanzas in
 * asynchronous functions whose rejections Baileys does not handle. `onFault` receives the error, and the other
 * listeners of the same event still run.
 */
export function fenceSocket({ ws }: Pick<WASocket, 'ws'>, onFault: (error: unknown) => void): void {
	for (const name of ws.eventNames()) {
		const listeners = ws.listeners(name) as Listener[];
		ws.removeAllListeners(name);
		for (const listener of listeners) ws.on(name, fenced(listener, onFault));
	}
}

function fenced(listener: Listener, onFault: (error: unknown) => void): Listener {
	return (...args) => {
		try {
			const returned = listener(...args);
			if (returned instanceof Promise) returned.catch(onFault);
		} catch (error) {
			onFault(error);
		}
	};
}
