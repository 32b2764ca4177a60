import { createCell, type Cell } from './cell.ts';
import type { Client } from './client.ts';
import { NEW_COORDINATOR, type Coordinator } from './coordinator.ts';
import type { CellName, Entry } from './directory.ts';
import { createNetwork, type Network } from './network.ts';
import type { Message } from './rows.ts';

/** The remaining number of limited steps of a run. */
export interface Budget {
	/** Moves that may begin. */
	readonly moves: number;
	/** Moves that may be rolled back. */
	readonly rollBacks: number;
	/** Crashes of cells and of coordinators. */
	readonly crashes: number;
	/** Answers to clients that are lost on the way. */
	readonly lostAnswers: number;
}

/** The size of a run. */
export interface Size extends Budget {
	readonly chats: number;
	readonly messagesPerChat: number;
	readonly coordinators: number;
	/** False: the network passes on a message as often as it gets it. */
	readonly recognisesRepetitions: boolean;
}

/** The state of all parties at one moment. Plain data: two equal states have the same JSON. */
export interface System {
	readonly entry: Entry;
	readonly cells: Readonly<Record<CellName, Cell>>;
	readonly network: Network;
	/** The messages whose events the receiver of the webhook has got, in order, repetitions included. */
	readonly received: readonly Message[];
	readonly clients: readonly Client[];
	readonly coordinators: readonly Coordinator[];
	readonly budget: Budget;
}

/** Creates a system in which cell a owns the instance. */
export function createSystem(size: Size): System {
	const { chats, messagesPerChat, coordinators, moves, rollBacks, crashes, lostAnswers } = size;
	return {
		entry: { epoch: 1, state: 'owned', cell: 'a', target: null },
		cells: { a: createCell({ epoch: 1, mode: 'active' }), b: createCell({ epoch: 1, mode: 'none' }) },
		network: createNetwork(size.recognisesRepetitions),
		received: [],
		clients: Array.from({ length: chats }, (_, index) => ({
			chat: `chat${index}-`,
			cached: null,
			accepted: 0,
			wanted: messagesPerChat,
		})),
		coordinators: Array.from({ length: coordinators }, () => NEW_COORDINATOR),
		budget: { moves, rollBacks, crashes, lostAnswers },
	};
}

/** Returns the system with another cell of this name. */
export function withCell(system: System, name: CellName, cell: Cell): System {
	return { ...system, cells: { ...system.cells, [name]: cell } };
}

/** Returns the system after something of its budget has happened. */
export function spend(system: System, what: keyof Budget): System {
	return { ...system, budget: { ...system.budget, [what]: system.budget[what] - 1 } };
}
