/** An export cannot be read, or the gateway refuses a request. The message is for the person at the terminal. */
export class ImportError extends Error {}
