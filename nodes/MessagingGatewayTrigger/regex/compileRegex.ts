import type { RegexPart } from './parseRegex';
import { UnsupportedRegex } from './parseRegex';

/** A state of an automaton. The state 0 accepts. */
export type State =
	| { kind: 'accept' }
	/** Consumes one character. */
	| { kind: 'character'; matches: (character: string) => boolean; next: number }
	| { kind: 'split'; next: number[] }
	| { kind: 'start' | 'end' | 'boundary' | 'noBoundary'; next: number }
	/** Continues where the automaton from `body` accepts at this position, or does not. */
	| { kind: 'lookahead'; body: number; isNegative: boolean; next: number };

export interface Automaton {
	states: State[];
	/** For each state, the number of lookaheads that contain it. */
	depths: number[];
	start: number;
}

export const ACCEPT = 0;

/** The steps of a compilation. An expression such as `(\w{100}){100}` would need more. */
const MAX_STEPS = 1000;

/** Compiles an expression to an automaton without captures. Throws UnsupportedRegex when it is too large. */
export function compileRegex(part: RegexPart): Automaton {
	const states: State[] = [{ kind: 'accept' }];
	const depths = [0];
	const matchers = new Map<string, (character: string) => boolean>();
	let steps = 0;

	function add(state: State, depth: number): number {
		depths.push(depth);
		return states.push(state) - 1;
	}

	function matcherOf(source: string): (character: string) => boolean {
		const matcher = matchers.get(source) ?? createMatcher(source);
		matchers.set(source, matcher);
		return matcher;
	}

	/** Returns the first state of a part that continues with the state `next`. */
	function build(one: RegexPart, next: number, depth: number): number {
		if (++steps > MAX_STEPS) throw new UnsupportedRegex('too many parts');
		switch (one.kind) {
			case 'character':
				return add({ kind: 'character', matches: matcherOf(one.source), next }, depth);
			case 'sequence':
				return one.parts.reduceRight((following, inner) => build(inner, following, depth), next);
			case 'choice':
				return add({ kind: 'split', next: one.parts.map((inner) => build(inner, next, depth)) }, depth);
			case 'repeat':
				return buildRepeat(one, next, depth);
			case 'lookahead': {
				const body = build(one.part, ACCEPT, depth + 1);
				return add({ kind: 'lookahead', body, isNegative: one.isNegative, next }, depth);
			}
			default:
				return add({ kind: one.kind, next }, depth);
		}
	}

	function buildRepeat(
		{ part: inner, min, max }: RegexPart & { kind: 'repeat' },
		next: number,
		depth: number,
	) {
		let first = next;
		if (max === Infinity) {
			const loop: number[] = [next];
			first = add({ kind: 'split', next: loop }, depth);
			loop.push(build(inner, first, depth));
		}
		for (let count = min; max !== Infinity && count < max; count++) {
			first = add({ kind: 'split', next: [build(inner, first, depth), next] }, depth);
		}
		for (let count = 0; count < min; count++) first = build(inner, first, depth);
		return first;
	}

	const start = build(part, ACCEPT, 0);
	return { states, depths, start };
}

/** JavaScript decides on each character, so that classes and cases mean what they mean in its expressions. */
function createMatcher(source: string): (character: string) => boolean {
	const regex = new RegExp(`^(?:${source})$`, 'iu');
	const known = new Map<string, boolean>();
	return (character) => {
		const matches = known.get(character) ?? regex.test(character);
		known.set(character, matches);
		return matches;
	};
}
