import type { Automaton, State } from './compileRegex';
import { ACCEPT, compileRegex } from './compileRegex';
import { parseRegex } from './parseRegex';

/** The longest text that is tested, in UTF-16 units; the rest of a longer one is ignored. */
const MAX_LENGTH = 65_536;

export interface TextRegex {
	/** Returns whether the expression matches anywhere in the text. */
	test(text: string): boolean;
}

/**
 * Creates a regular expression of JavaScript, with the flags `iu`, for texts of strangers: the time of a test is always
 * proportional to the length of the text. JavaScript's own RegExp backtracks, so that one message could block n8n for
 * hours. Throws a SyntaxError for an invalid expression, and UnsupportedRegex for back references, lookbehinds,
 * modifiers and very large expressions.
 */
export function createTextRegex(source: string): TextRegex {
	const automaton = compileRegex(parseRegex(source));
	const predecessors = predecessorsOf(automaton);
	return {
		test(text) {
			const characters = [...text.slice(0, MAX_LENGTH)];
			let following: Uint8Array | undefined;
			for (let position = characters.length; position >= 0; position--) {
				following = acceptingAt(automaton, predecessors, characters, position, following);
				if (following[automaton.start]) return true;
			}
			return false;
		},
	};
}

/**
 * Returns, for each state, whether the automaton accepts from it at a position. `following` is the same of the next
 * position; undefined at the end of the text.
 */
function acceptingAt(
	{ states, depths }: Automaton,
	predecessors: readonly number[][],
	characters: readonly string[],
	position: number,
	following: Uint8Array | undefined,
): Uint8Array {
	const accepting = new Uint8Array(states.length);
	accepting[ACCEPT] = 1;
	// The inner lookaheads first, because an outer state depends on whether they accept.
	for (let depth = Math.max(...depths); depth >= 0; depth--) {
		const pending = [ACCEPT];
		for (const [index, state] of states.entries()) {
			if (depths[index] !== depth || state.kind !== 'character' || !following?.[state.next]) continue;
			if (!state.matches(characters[position] ?? '')) continue;
			accepting[index] = 1;
			pending.push(index);
		}
		for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
			for (const previous of predecessors[index] ?? []) {
				const state = states[previous];
				if (!state || accepting[previous] || depths[previous] !== depth) continue;
				if (!passes(state, accepting, characters, position)) continue;
				accepting[previous] = 1;
				pending.push(previous);
			}
		}
	}
	return accepting;
}

/** Returns whether a state that consumes no character can be passed at a position. */
function passes(
	state: State,
	accepting: Uint8Array,
	characters: readonly string[],
	position: number,
): boolean {
	switch (state.kind) {
		case 'start':
			return position === 0;
		case 'end':
			return position === characters.length;
		case 'boundary':
			return isBoundary(characters, position);
		case 'noBoundary':
			return !isBoundary(characters, position);
		case 'lookahead':
			return (accepting[state.body] === 1) !== state.isNegative;
		default:
			return true;
	}
}

function isBoundary(characters: readonly string[], position: number): boolean {
	const isWord = (character = ''): boolean => /^\w$/iu.test(character);
	return isWord(characters[position - 1]) !== isWord(characters[position]);
}

/** For each state, the states that lead to it without a character. */
function predecessorsOf({ states }: Automaton): number[][] {
	const predecessors: number[][] = states.map(() => []);
	for (const [index, state] of states.entries()) {
		if (state.kind === 'accept' || state.kind === 'character') continue;
		for (const next of [state.next].flat()) predecessors[next]?.push(index);
	}
	return predecessors;
}
