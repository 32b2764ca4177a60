/** The command line is wrong. The message is printed with the usage. */
export class UsageError extends Error {}
