/** An error that an operator can resolve: its message says the cause and the remedy. */
export class ExplainedError extends Error {}
