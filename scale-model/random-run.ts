import { lossesOf, violationsOf, type Loss, type Violation } from './invariants.ts';
import type { Protocol } from './protocol.ts';
import type { Step } from './step.ts';
import { stepsOf } from './steps.ts';
import type { System } from './system.ts';

/** A run: which steps happened, and which rule was broken first. */
export interface Run {
	readonly names: readonly string[];
	readonly broken: readonly (Violation | Loss)[];
	readonly end: System;
}

/** Rounds in which everything must end, once nothing fails any more: each lets every party do each of its steps. */
const ROUNDS = 200;

/** One choice in so many is among all steps. */
const ONE_OF_ALL = 5;

/** Any step is possible. */
const ANY = (): boolean => true;

/**
 * Runs the steps that the choices select, and then all remaining progress without further faults. Stops at the first
 * broken rule.
 */
export function run(
	start: System,
	choices: readonly number[],
	protocol: Protocol,
	isPossible: (step: Step) => boolean = ANY,
): Run {
	let end = start;
	const names: string[] = [];
	for (const choice of choices) {
		const steps = stepsOf(end, protocol).filter(isPossible);
		const step = choose(steps, choice);
		if (step === undefined) break;
		end = step.after();
		names.push(step.name);
		const broken = violationsOf(end);
		if (broken.length > 0) return { names, broken, end };
	}
	return endFairly({ names, broken: [], end }, protocol, isPossible);
}

/**
 * Chooses one of the steps. Most choices are among those of progress, because a run in which something fails at every
 * other step gets nowhere.
 */
function choose(steps: readonly Step[], choice: number): Step | undefined {
	const some = choice % ONE_OF_ALL === 0 ? steps : steps.filter(({ kind }) => kind === 'progress');
	return some[Math.floor(choice / ONE_OF_ALL) % some.length];
}

/** Lets every party do each of its possible steps in turn, until nothing is missing. */
function endFairly(begun: Run, protocol: Protocol, isPossible: (step: Step) => boolean): Run {
	let { end } = begun;
	const names = [...begun.names];
	for (let round = 0; round < ROUNDS && lossesOf(end).length > 0; round += 1) {
		for (const { name } of stepsOf(end, protocol)) {
			const step = stepsOf(end, protocol).find((other) => other.name === name);
			if (step?.kind !== 'progress' || !isPossible(step)) continue;
			end = step.after();
			names.push(name);
			const broken = violationsOf(end);
			if (broken.length > 0) return { names, broken, end };
		}
	}
	return { names, broken: lossesOf(end), end };
}
