import type { WASocket } from 'baileys';

type Listener = (...args: unknown[]) => unknown;

/**
 * Puts our handling around every listener that Baileys has set on its socket: frames are decoded, and stanzas
 * handled, in asynchronous functions whose rejections Baileys leaves to nobody. `onFault` is called with what was
 * thrown, and the other listeners of the same frame are called all the same.
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
