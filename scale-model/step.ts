import type { System } from './system.ts';

/** Something that may happen next. */
export interface Step {
	/** Unique among the steps of one moment. */
	readonly name: string;
	/**
	 * `progress`: what a party does sooner or later. `choice`: what a coordinator may decide. `fault`: a crash or a
	 * lost answer. Only progress is needed to end what has begun.
	 */
	readonly kind: 'progress' | 'choice' | 'fault';
	readonly after: () => System;
}

/** Returns the step if it is possible. */
export function when(condition: boolean, step: Step): readonly Step[] {
	return condition ? [step] : [];
}
