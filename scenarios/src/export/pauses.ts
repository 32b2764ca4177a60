import type { Step } from '../format/scenario.ts';
import type { TimedStep } from './message-steps-of.ts';

/** A longer pause (milliseconds) is skipped by moving the time of the gateway: nobody waits for a night in a replay. */
export const LONGEST_PAUSE = 60_000;

/** Inserts the pauses between steps. An expectation waits itself for a message that arrives soon. */
export function withPauses(steps: readonly TimedStep[]): Step[] {
	let before = steps[0]?.at ?? 0;
	return steps.flatMap(({ at, step }): Step[] => {
		const pause = at - before;
		if (isAwaited(step) && pause <= LONGEST_PAUSE) return [step];
		before = at;
		return [...pauseOf(pause), step];
	});
}

/** Whether a step waits for an action of the workflow. */
function isAwaited(step: Step): boolean {
	return ['receive', 'reaction', 'event', 'unsent'].includes(step.step);
}

/** The most that one step moves the time, in seconds: 31 days. */
const LONGEST_ADVANCE = 31 * 24 * 3600;

function pauseOf(milliseconds: number): Step[] {
	if (milliseconds <= 0) return [];
	if (milliseconds <= LONGEST_PAUSE) return [{ step: 'wait', for: milliseconds }];
	const seconds = Math.min(Math.floor(milliseconds / 1000), LONGEST_ADVANCE);
	const hours = Math.floor(seconds / 3600);
	const minutes = Math.floor((seconds % 3600) / 60);
	const parts = [`${hours}h`, `${minutes}m`, `${seconds % 60}s`].filter((part) => !part.startsWith('0'));
	return [{ step: 'advance', by: parts.join('') }];
}
