/** A client that subscribes to channels. */
export interface Listener {
	send(text: string): void;
	/** Closes the connection because messages were lost: the client reconnects and requests the current state. */
	forceReconnect(): void;
}

/** The subscribers of each channel. */
export interface Subscriptions {
	add(channel: string, listener: Listener): void;
	remove(channel: string, listener: Listener): void;
	/** Removes a listener from all channels. */
	removeAll(listener: Listener): void;
	of(channel: string): readonly Listener[];
	/** Whether no channel has a subscriber. */
	isEmpty(): boolean;
	/** The channels that have subscribers. */
	channels(): Iterable<string>;
}

const NONE: readonly Listener[] = [];

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
			return listeners === undefined ? NONE : [...listeners];
		},
		isEmpty: () => byChannel.size === 0,
		channels: () => byChannel.keys(),
	};
}
