import { lossesOf, violationsOf, type Violation } from './invariants.ts';
import type { Protocol } from './protocol.ts';
import { stepsOf } from './steps.ts';
import type { System } from './system.ts';

/** The result of an exploration of all states. */
export interface Exploration {
	/** Number of reachable states. */
	readonly states: number;
	/** Rules that some state breaks. */
	readonly violations: ReadonlySet<Violation>;
	/** States from which no sequence of progress leads to one where nothing is missing. */
	readonly deadEnds: readonly System[];
}

/** Visits every state that any order of steps reaches. Throws when there are more than `limit`. */
export function explore(start: System, protocol: Protocol, limit: number): Exploration {
	const states: System[] = [start];
	const numbers = new Map([[JSON.stringify(start), 0]]);
	/** For each state, those from which progress leads to it. */
	const before: number[][] = [[]];
	const violations = new Set<Violation>();
	for (const [number, state] of states.entries()) {
		for (const violation of violationsOf(state)) violations.add(violation);
		for (const step of stepsOf(state, protocol)) {
			const next = step.after();
			const key = JSON.stringify(next);
			const known = numbers.get(key) ?? states.length;
			if (known === states.length) {
				if (known >= limit) throw new Error(`There are more than ${limit} states.`);
				numbers.set(key, known);
				states.push(next);
				before.push([]);
			}
			if (step.kind === 'progress') before[known]?.push(number);
		}
	}
	return { states: states.length, violations, deadEnds: findDeadEnds(states, before) };
}

/** Goes back from the states where nothing is missing, and returns the states that this does not reach. */
function findDeadEnds(states: readonly System[], before: readonly (readonly number[])[]): System[] {
	const reached = new Set(states.flatMap((state, number) => (lossesOf(state).length === 0 ? [number] : [])));
	for (const number of reached) for (const earlier of before[number] ?? []) reached.add(earlier);
	return states.filter((_, number) => !reached.has(number));
}
