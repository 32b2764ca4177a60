/** Tells an operator when the database stops taking writes, and when it takes them again. */
export interface FaultReport {
	/** A group of writes failed because the database could not be used. */
	failed(error: unknown): void;
	/** A group of writes was committed. */
	committed(): void;
}

/** Failures in a row that are a fault: the first one may be a connection that ended, which the next group replaces. */
const FAULT_FROM = 2;

/** Creates the report: `onFault` receives the error that began a fault, and null at its end. */
export function createFaultReport(onFault: (error: unknown) => void): FaultReport {
	let failures = 0;
	return {
		failed(error) {
			failures += 1;
			if (failures === FAULT_FROM) onFault(error);
		},
		committed() {
			if (failures >= FAULT_FROM) onFault(null);
			failures = 0;
		},
	};
}
