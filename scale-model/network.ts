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
	/** Whether the network passes a message with an id that it has already on no second time. */
	readonly recognisesRepetitions: boolean;
	/** The messages that the network has passed on, in order. */
	readonly taken: readonly Message[];
}

/** Creates a network without sessions. */
export function createNetwork(recognisesRepetitions: boolean): Network {
	return { sessions: [], session: 0, isSessionReused: false, recognisesRepetitions, taken: [] };
}

/** Opens the session of a cell. */
export function connect(network: Network, cell: CellName): Network {
	return { ...network, sessions: [...network.sessions, cell] };
}

/** Closes the session of a cell. */
export function disconnect(network: Network, cell: CellName): Network {
	return { ...network, sessions: network.sessions.filter((name) => name !== cell) };
}

/** Accepts a message, and delivers it unless it is a recognised repetition. */
export function take(network: Network, message: Message, session: number): Network {
	const isKnown = network.recognisesRepetitions && network.taken.some(({ id }) => id === message.id);
	return {
		...network,
		session: Math.max(network.session, session),
		isSessionReused: network.isSessionReused || session <= network.session,
		taken: isKnown ? network.taken : [...network.taken, message],
	};
}
