import type { Step } from '../format/scenario.ts';
import type { Trouble } from './exercise.ts';

/** One trouble of one customer: the actions of the customer, which do not depend on the answers. */
export interface Situation {
	trouble: Trouble;
	/** The name of the customer's phone in the steps. */
	phone: string;
	/** Counted from 1 for each customer. */
	number: number;
	steps: readonly Step[];
}

/** A name of a situation that is unique in its exercise, such as `burst-2-5`: trouble, customer, number. */
export function situationId({ trouble, phone, number }: Situation): string {
	return `${trouble}-${phone.replace(/\D/g, '')}-${number}`;
}

/** A text that a customer writes in a step; null: the step writes none. */
export function textOfStep(step: Step): string | null {
	return step.step === 'send' || step.step === 'reply' || step.step === 'duplicate' ? step.text : null;
}

/** Whether the network fails in a situation. */
export function hasFault({ steps }: Situation): boolean {
	return steps.some(({ step }) => step === 'fault');
}

/** Milliseconds by which the network delays what is sent and received in a situation at most. */
export function faultTime({ steps }: Situation): number {
	const times = steps.map((step) => (step.step === 'fault' ? (step.seconds ?? 0) * step.next * 1000 : 0));
	return times.reduce((sum, time) => sum + time, 0);
}

/** Whether a customer writes a message in a step. */
export function isWriting({ step }: Step): boolean {
	return ['send', 'reply', 'duplicate', 'voice', 'sticker', 'location'].includes(step);
}
