import type { CellName } from './directory.ts';
import type { Message } from './rows.ts';

/** The messaging network, as far as it concerns the instance. */
export interface Network {
	/** The cells that have a session. There must never be two. */
	readonly sessions: readonly CellName[];
	/** The latest state of the session that the network has seen. */
	readonly session: number;
	/** Whether a state of the session was used twice: the network would end such a session. */
	readonly isSessionReused: boolean;
	/** The messages that the network has passed on, in order. */
	readonly taken: readonly Message[];
}

/** A network without sessions. */
export const IDLE_NETWORK: Network = { sessions: [], session: 0, isSessionReused: false, taken: [] };

/** Opens the session of a cell. */
export function connect(network: Network, cell: CellName): Network {
	return { ...network, sessions: [...network.sessions, cell] };
}

/** Closes the session of a cell. */
export function disconnect(network: Network, cell: CellName): Network {
	return { ...network, sessions: network.sessions.filter((name) => name !== cell) };
}

/** Takes a message. One with an id that the network has already is recognised, and not passed on again. */
export function take(network: Network, message: Message, session: number): Network {
	const isKnown = network.taken.some(({ id }) => id === message.id);
	return {
		...network,
		session: Math.max(network.session, session),
		isSessionReused: network.isSessionReused || session <= network.session,
		taken: isKnown ? network.taken : [...network.taken, message],
	};
}
