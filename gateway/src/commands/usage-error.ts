/** The command line does not say what to do; the usage is shown with it. */
export class UsageError extends Error {}
