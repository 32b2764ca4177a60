import type { MessageFailure } from '../../../domain/messages/message.ts';

/** The targets of faults: messages on their way to the network, receipts, and messages that arrive. */
export const FAULT_TARGETS = ['sends', 'receipts', 'received'] as const;
export type FaultTarget = (typeof FAULT_TARGETS)[number];

export const FAULT_KINDS = [
	'refuse',
	'silent',
	'duplicate',
	'delay',
	'disconnect',
	'fail',
	'window',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The possible targets of each kind, the default one first. */
export const TARGETS_OF: Readonly<Record<FaultKind, readonly [FaultTarget, ...FaultTarget[]]>> = {
	refuse: ['sends'],
	silent: ['sends', 'receipts'],
	duplicate: ['received', 'receipts'],
	delay: ['sends', 'receipts', 'received'],
	disconnect: ['sends', 'receipts', 'received'],
	fail: ['sends'],
	window: ['sends'],
};

/** The kinds that can take time. */
export const KINDS_WITH_TIME: readonly FaultKind[] = ['delay', 'fail', 'disconnect'];

/** A fault that happens to the next ones of its target. */
export interface Fault {
	kind: FaultKind;
	on: FaultTarget;
	/**
	 * Milliseconds of simulated time by which a `delay` delays, after which a `fail` fails, or for which a `disconnect`
	 * keeps the connection away; 0 of the others.
	 */
	delay: number;
	/** The only chat that it happens in; null: it happens in any. */
	chatId: string | null;
	/** Why the network refuses the message for good, of a `fail`; null of the others. */
	failure: MessageFailure | null;
}
