import { canSee, type VisibleInstances } from '../domain/access/caller.ts';

/** A client that subscribes to channels. */
export interface Listener {
	send(text: string): void;
	/** Closes the connection because messages were lost: the client reconnects and requests the current state. */
	forceReconnect(): void;
}

/** The subscribers of each channel. */
export interface Subscriptions {
	/** Adds a listener, to which only these instances exist. */
	add(channel: string, listener: Listener, visible: VisibleInstances): void;
	remove(channel: string, listener: Listener): void;
	/** Removes a listener from all channels. */
	removeAll(listener: Listener): void;
	of(channel: string): readonly Listener[];
	/** The subscribers to whom an object of this instance exists; `instanceId` null: the object belongs to all instances. */
	seeing(channel: string, instanceId: string | null): readonly Listener[];
	/** The channels that a listener has subscribed to. */
	channelsOf(listener: Listener): string[];
	/** Whether no channel has a subscriber. */
	isEmpty(): boolean;
	/** The channels that have subscribers. */
	channels(): Iterable<string>;
}

const NONE: readonly Listener[] = [];

export function createSubscriptions(): Subscriptions {
	const byChannel = new Map<string, Map<Listener, VisibleInstances>>();

	function remove(channel: string, listener: Listener): void {
		const listeners = byChannel.get(channel);
		listeners?.delete(listener);
		if (listeners?.size === 0) byChannel.delete(channel);
	}

	return {
		add(channel, listener, visible) {
			const listeners = byChannel.get(channel) ?? new Map<Listener, VisibleInstances>();
			byChannel.set(channel, listeners.set(listener, visible));
		},
		remove,
		removeAll(listener) {
			for (const channel of [...byChannel.keys()]) remove(channel, listener);
		},
		of(channel) {
			const listeners = byChannel.get(channel);
			return listeners === undefined ? NONE : [...listeners.keys()];
		},
		seeing(channel, instanceId) {
			const listeners = byChannel.get(channel);
			if (listeners === undefined) return NONE;
			return [...listeners].flatMap(([listener, visible]) => (canSee(visible, instanceId) ? listener : []));
		},
		channelsOf: (listener) =>
			[...byChannel].flatMap(([channel, listeners]) => (listeners.has(listener) ? channel : [])),
		isEmpty: () => byChannel.size === 0,
		channels: () => byChannel.keys(),
	};
}
