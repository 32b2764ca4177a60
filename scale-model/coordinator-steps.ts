import { execute, type Command } from './cell.ts';
import { isComplete, NEW_COORDINATOR, plan, type Coordinator } from './coordinator.ts';
import {
	afterBegin,
	afterDrain,
	afterRollBack,
	replaceEntry,
	type CellName,
	type Entry,
} from './directory.ts';
import type { Protocol } from './protocol.ts';
import { when, type Step } from './step.ts';
import { spend, withCell, type System } from './system.ts';

/** Returns the possible next steps of a coordinator: read the entry, do its next step, decide, crash or start. */
export function coordinatorSteps(system: System, index: number, protocol: Protocol): readonly Step[] {
	const coordinator = system.coordinators[index];
	if (coordinator === undefined) return [];
	const { isUp, seen } = coordinator;
	const name = `coordinator ${index}`;
	const become = (next: Coordinator): System => withCoordinator(system, index, next);
	if (!isUp) return [{ name: `${name} starts`, kind: 'progress', after: () => become(NEW_COORDINATOR) }];
	const crash = when(system.budget.crashes > 0, {
		name: `${name} crashes`,
		kind: 'fault',
		after: () => spend(become({ ...NEW_COORDINATOR, isUp: false }), 'crashes'),
	});
	if (seen === null) {
		const read = (): System => become({ ...NEW_COORDINATOR, seen: system.entry });
		return [{ name: `${name} reads the entry`, kind: 'progress', after: read }, ...crash];
	}
	const replace = (next: Entry): System => ({
		...become(NEW_COORDINATOR),
		entry: replaceEntry(system.entry, seen, next, protocol.comparesEpochs),
	});
	return [
		{ name: `${name} works`, kind: 'progress', after: () => work(system, index, protocol) },
		...when(seen.state === 'owned' && system.budget.moves > 0, {
			name: `${name} begins a move`,
			kind: 'choice',
			after: () => spend(replace(afterBegin(seen)), 'moves'),
		}),
		...when(seen.state === 'draining', {
			name: `${name} waits no longer`,
			kind: 'choice',
			after: () => replace(afterDrain(seen)),
		}),
		...when(seen.state !== 'owned' && system.budget.rollBacks > 0, {
			name: `${name} rolls back`,
			kind: 'choice',
			after: () => spend(replace(afterRollBack(seen)), 'rollBacks'),
		}),
		...crash,
	];
}

/** Does the next step of a coordinator that has seen an entry. */
function work(system: System, index: number, protocol: Protocol): System {
	const coordinator = system.coordinators[index];
	const seen = coordinator?.seen ?? null;
	if (coordinator === undefined || seen === null) return system;
	const action = plan(coordinator, seen);
	switch (action.kind) {
		case 'rest':
			return withCoordinator(system, index, NEW_COORDINATOR);
		case 'replace':
			return {
				...withCoordinator(system, index, NEW_COORDINATOR),
				entry: replaceEntry(system.entry, seen, action.next, protocol.comparesEpochs),
			};
		case 'read': {
			const { gateways, rows } = system.cells[action.cell];
			return gateways.isUp ? withCoordinator(system, index, { ...coordinator, held: rows }) : system;
		}
		case 'command':
			return tell(system, { index, ...action, protocol });
	}
}

function tell(
	system: System,
	{
		index,
		cell: name,
		command,
		protocol,
	}: { index: number; cell: CellName; command: Command; protocol: Protocol },
): System {
	const coordinator = system.coordinators[index] ?? NEW_COORDINATOR;
	const cell = system.cells[name];
	// It tries again until the cell is back, or somebody rolls the move back.
	if (!cell.gateways.isUp) return system;
	const next = execute(cell, command, protocol);
	if (next === null) return withCoordinator(system, index, NEW_COORDINATOR);
	const done = coordinator.done + (isComplete(command, next, protocol) ? 1 : 0);
	return withCoordinator(withCell(system, name, next), index, { ...coordinator, done, held: null });
}

function withCoordinator(system: System, index: number, coordinator: Coordinator): System {
	return {
		...system,
		coordinators: system.coordinators.map((old, at) => (at === index ? coordinator : old)),
	};
}
