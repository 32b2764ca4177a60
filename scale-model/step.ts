import type { System } from './system.ts';

/** Something that may happen next. */
export interface Step {
	/** Unique among the steps of one moment. */
	readonly name: string;
	/**
	 * `progress`: a step that a party takes sooner or later. `choice`: a decision of a coordinator. `fault`: a crash or
	 * a lost answer. Progress alone ends every begun move.
	 */
	readonly kind: 'progress' | 'choice' | 'fault';
	readonly after: () => System;
}

/** Returns the step if it is possible. */
export function when(condition: boolean, step: Step): readonly Step[] {
	return condition ? [step] : [];
}
