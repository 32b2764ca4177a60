/** Reports to the operator when the database stops taking writes, and when it takes them again. */
export interface FaultReport {
	/** A group of writes failed because the database could not be used, or took longer than it may. */
	failed(failure: 'unreachable' | 'timeout', error: unknown): void;
	/** A group of writes was committed. */
	committed(): void;
}

/**
 * Failures in a row that are a fault: the first one may be a connection that ended, which the next group replaces. One
 * that has waited for as long as it may is a fault by itself.
 */
const FAULT_FROM = 2;

/** Creates the report: `onFault` receives the error that began a fault, and null at its end. */
export function createFaultReport(onFault: (error: unknown) => void): FaultReport {
	let failures = 0;
	return {
		failed(failure, error) {
			const before = failures;
			failures += failure === 'timeout' ? FAULT_FROM : 1;
			if (before < FAULT_FROM && failures >= FAULT_FROM) onFault(error);
		},
		committed() {
			if (failures >= FAULT_FROM) onFault(null);
			failures = 0;
		},
	};
}
