/** Who listens, as far as channels are concerned. */
export interface Listener {
	send(text: string): void;
	/** Ends the connection because something was not told: the client connects anew and looks what it missed. */
	forceReconnect(): void;
}

/** Who wants to hear of what. */
export interface Subscriptions {
	add(channel: string, listener: Listener): void;
	remove(channel: string, listener: Listener): void;
	/** Takes a listener out everywhere. */
	removeAll(listener: Listener): void;
	of(channel: string): readonly Listener[];
	/** Whether nobody listens to anything. */
	isEmpty(): boolean;
	/** The channels somebody listens to. */
	channels(): Iterable<string>;
}

const NOBODY: readonly Listener[] = [];

export function createSubscriptions(): Subscriptions {
	const byChannel = new Map<string, Set<Listener>>();

	function remove(channel: string, listener: Listener): void {
		const listeners = byChannel.get(channel);
		listeners?.delete(listener);
		if (listeners?.size === 0) byChannel.delete(channel);
	}

	return {
		add(channel, listener) {
			const listeners = byChannel.get(channel) ?? new Set();
			byChannel.set(channel, listeners.add(listener));
		},
		remove,
		removeAll(listener) {
			for (const channel of [...byChannel.keys()]) remove(channel, listener);
		},
		of(channel) {
			const listeners = byChannel.get(channel);
			return listeners === undefined ? NOBODY : [...listeners];
		},
		isEmpty: () => byChannel.size === 0,
		channels: () => byChannel.keys(),
	};
}
