/** An error that a person can mend: its message says all that has to be known. */
export class ExplainedError extends Error {}
