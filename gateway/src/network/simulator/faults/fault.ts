/** What a fault happens to: messages on their way to the network, receipts, and messages that arrive. */
export const FAULT_TARGETS = ['sends', 'receipts', 'received'] as const;
export type FaultTarget = (typeof FAULT_TARGETS)[number];

export const FAULT_KINDS = ['refuse', 'silent', 'duplicate', 'delay', 'disconnect'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** What can happen to what, the usual target of each kind first. */
export const TARGETS_OF: Readonly<Record<FaultKind, readonly [FaultTarget, ...FaultTarget[]]>> = {
	refuse: ['sends'],
	silent: ['sends', 'receipts'],
	duplicate: ['received', 'receipts'],
	delay: ['sends', 'receipts', 'received'],
	disconnect: ['sends', 'receipts', 'received'],
};

/** A fault that happens to the next ones of its target. */
export interface Fault {
	kind: FaultKind;
	on: FaultTarget;
	/** Milliseconds of simulated time by which a `delay` delays; 0 of the others. */
	delay: number;
}
